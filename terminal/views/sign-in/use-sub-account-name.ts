// Which sub-account trades, as its owner calls it.

import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { type Identity, shortAddress } from "../../identity/identity.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { clientFor } from "../account/reading/wallet-of.ts";

/** Undefined for a main account. Its id until its name is known, and where it has none. */
export function useSubAccountName(identity: Identity): string | undefined {
  const terminal = useTerminal();
  // It is renamed where accounts are looked after: read again when that is open no more.
  const isLookedAfter = useCell(terminal.open) === "account";
  const [named, setNamed] = useState<{ readonly accountId: string; readonly name: string } | undefined>();
  const { accountId, mainAccountId } = identity;
  useEffect(() => {
    if (accountId === mainAccountId || isLookedAfter) return;
    let isEnded = false;
    const read = async () => {
      const main = await clientFor(terminal, identity, mainAccountId);
      const { rows } = await main.subAccounts.getSubAccounts();
      const name = rows.find(({ sub_account_id }) => sub_account_id === accountId)?.description ?? "";
      if (!isEnded) setNamed({ accountId, name });
    };
    read().catch(() => {}); // The id says which one it is as well.
    return () => {
      isEnded = true;
    };
  }, [terminal, identity, accountId, mainAccountId, isLookedAfter]);
  if (accountId === mainAccountId) return undefined;
  return (named?.accountId === accountId && named.name) || shortAddress(accountId);
}
