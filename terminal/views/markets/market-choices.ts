// The trader's choices about the list of markets, remembered by this browser.

import { useMemo } from "react";
import { useSelected } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { type MarketSorting, SORTS } from "./market-order.ts";

interface MarketChoices {
  readonly sorting: MarketSorting;
  readonly favouritesOnly: boolean;
}

const NAME = "markets";

/** Values written by another version, or by hand, are used as far as they fit. */
export function readMarketChoices(stored: unknown): MarketChoices {
  const { by, isDescending, favouritesOnly } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  return {
    sorting: { by: SORTS.find((known) => known === by) ?? "volume", isDescending: isDescending !== false },
    favouritesOnly: favouritesOnly === true,
  };
}

export function useMarketChoices() {
  const state = useTerminal();
  const stored = useSelected(state.preferences, ({ views }) => views[NAME]);
  const choices = useMemo(() => readMarketChoices(stored), [stored]);
  const choose = (change: Partial<MarketChoices>) => {
    const { sorting, favouritesOnly } = { ...choices, ...change };
    state.preferView(NAME, { ...sorting, favouritesOnly });
  };
  return { choices, choose };
}
