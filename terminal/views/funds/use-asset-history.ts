// The latest deposits and withdrawals, read again whenever the venue reports a change, and every few seconds.

import { useEffect, useState } from "react";
import type { AccountSession } from "../../session/account/account-session.ts";
import { Refreshing } from "../../session/asking/refreshing.ts";
import type { AssetRow } from "./movement-rows.ts";

const SHOWN = 6;
const EVERY_MS = 3_000;

/** Undefined until the first answer. */
export function useAssetHistory(session: AccountSession): readonly AssetRow[] | undefined {
  const [rows, setRows] = useState<readonly AssetRow[] | undefined>(undefined);
  useEffect(() => {
    const reading = new Refreshing(async () => {
      const answer = await session.client.funds.getAssetHistory({ size: SHOWN });
      setRows(answer.rows);
    }, EVERY_MS);
    reading.now();
    const stop = session.listen(({ type }) => {
      if (type === "wallet" || type === "again") reading.now();
    });
    return () => {
      stop();
      reading.end();
    };
  }, [session]);
  return rows;
}
