// The name of the sub-account that is trading, as its owner set it.

import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { type Identity, shortAddress } from "../../identity/identity.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { clientFor } from "../account/reading/wallet-of.ts";

/** Undefined for a main account. The shortened id until the name is known, or if there is none. */
export function useSubAccountName(identity: Identity): string | undefined {
  const terminal = useTerminal();
  // Sub-accounts are renamed in the account view: read the name again after that is closed.
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
    read().catch(() => {}); // The id identifies the sub-account too.
    return () => {
      isEnded = true;
    };
  }, [terminal, identity, accountId, mainAccountId, isLookedAfter]);
  if (accountId === mainAccountId) return undefined;
  return (named?.accountId === accountId && named.name) || shortAddress(accountId);
}
