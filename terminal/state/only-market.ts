// Whether the account's lists show only the current market: one setting for all of them, which this browser remembers.

import { useCallback, useMemo } from "react";
import { useCell, useSelected } from "../cells/use-cell.ts";
import { useTerminal } from "./terminal-state.ts";

/** Its name in the preferences. */
const NAME = "only-market";

interface OnlyMarket {
  /** Undefined when lists show every market. */
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

/** The rows of the current market, or all rows. */
export function useOnlyRows<Row>(rows: readonly Row[] | undefined, symbolOf: (row: Row) => string) {
  const { only } = useOnlyMarket();
  return useMemo(
    () => (only === undefined ? rows : rows?.filter((row) => symbolOf(row) === only)),
    [rows, only, symbolOf],
  );
}
