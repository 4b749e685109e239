// Whether lists of the account show the market that is looked at alone: one choice for all of them, which this browser
// remembers.

import { useCallback, useMemo } from "react";
import { useCell, useSelected } from "../cells/use-cell.ts";
import { useTerminal } from "./terminal-state.ts";

/** What preferences call it. */
const NAME = "only-market";

interface OnlyMarket {
  /** Undefined where lists show every market. */
  readonly only: string | undefined;
  readonly choose: (isOnly: boolean) => void;
}

export function useOnlyMarket(): OnlyMarket {
  const terminal = useTerminal();
  const symbol = useCell(terminal.symbol);
  const isOnly = useSelected(terminal.preferences, ({ views }) => views[NAME] === true);
  const choose = useCallback((chosen: boolean) => terminal.preferView(NAME, chosen), [terminal]);
  return { only: isOnly ? symbol : undefined, choose };
}

/** The rows of that market, or all of them. */
export function useOnlyRows<Row>(rows: readonly Row[] | undefined, symbolOf: (row: Row) => string) {
  const { only } = useOnlyMarket();
  return useMemo(
    () => (only === undefined ? rows : rows?.filter((row) => symbolOf(row) === only)),
    [rows, only, symbolOf],
  );
}
