// Manual settlement: turns the profit of positions into balance. For a main account the wallet signs; for a
// sub-account the key does.

import { settlePnl, settleSubAccountPnl } from "@evermark/client";
import { useCallback, useState } from "react";
import { decimal } from "../../../format/figure-text.ts";
import { dayAndTime } from "../../../format/time.ts";
import { Button } from "../../../parts/button.tsx";
import { Change } from "../../../parts/figure.tsx";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import type { AccountPart } from "../reading/account-part.ts";
import { Facts } from "../reading/facts.tsx";
import { Done, Failure, Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { useRequest } from "../reading/use-request.ts";
import { walletOf } from "../reading/wallet-of.ts";

const texts = words.account.settlement;

export function Settlement({ session, identity }: AccountPart) {
  const terminal = useTerminal();
  const { isRunning, failure, run } = useRequest();
  const [isDone, setIsDone] = useState(false);
  const { client } = session;
  const latest = useRead(
    session,
    useCallback(async () => (await client.funds.getSettlements({ size: 1 })).rows, [client]),
  );
  const isMain = identity.accountId === identity.mainAccountId;
  const settle = () =>
    run(async () => {
      setIsDone(false);
      if (isMain) await settlePnl(client.rest, await walletOf(terminal, identity), identity.brokerId);
      else await settleSubAccountPnl(client.rest);
      session.refresh();
      latest.again();
      setIsDone(true);
    });
  return (
    <section className="account-settlement" aria-label={texts.title}>
      <div className="account-bar">
        <h3>{texts.title}</h3>
        <Button disabled={isRunning} onClick={() => void settle()}>
          {isRunning && isMain ? words.account.keys.signing : texts.settle}
        </Button>
      </div>
      <p className="soft">{texts.means}</p>
      <p className="account-small">{isMain ? texts.byWallet : texts.byKey}</p>
      <Failure text={failure} />
      <Done text={isDone ? texts.done : undefined} />
      <Readable read={latest}>
        {([last]) =>
          last === undefined ? (
            <p className="account-small">{texts.never}</p>
          ) : (
            <Facts
              rows={[
                [texts.last, dayAndTime(last.settled_time)],
                [
                  texts.settled,
                  <>
                    <Change value={last.settled_amount} /> USDC
                  </>,
                ],
                [texts.balance, texts.fromTo(decimal(last.old_balance), decimal(last.new_balance))],
              ]}
            />
          )
        }
      </Readable>
    </section>
  );
}
