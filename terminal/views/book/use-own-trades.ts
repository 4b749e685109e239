// The account's own trades on a market's tape, while it is shown.

import { useMemo } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import { NO_TRADES, type OwnTrades, ownTradesCell } from "../../session/account/own-trades.ts";
import { useTerminal } from "../../state/terminal-state.ts";

const SIGNED_OUT = new Cell<OwnTrades>(NO_TRADES);

export function useOwnTrades(symbol: string): OwnTrades {
  const account = useCell(useTerminal().account);
  const cell = useMemo(() => (account === null ? SIGNED_OUT : ownTradesCell(account, symbol)), [account, symbol]);
  return useCell(cell);
}
