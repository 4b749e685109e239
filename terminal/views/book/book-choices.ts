// The trader's choices about the book, remembered by this browser.

import { useMemo } from "react";
import { useSelected } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";

export const SIDES_SHOWN = ["both", "bids", "asks"] as const;
export type SidesShown = (typeof SIDES_SHOWN)[number];

export const SIZE_UNITS = ["base", "quote"] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

export interface BookChoices {
  readonly sides: SidesShown;
  /** Whether bars accumulate from the best price, or show each level alone. */
  readonly addsUp: boolean;
  /** The unit of sizes. */
  readonly unit: SizeUnit;
  /** Price step by market; when absent, the market's tick. */
  readonly steps: Readonly<Record<string, number>>;
}

const NAME = "book";

/** Values written by another version, or by hand, are used as far as they fit. */
export function readBookChoices(stored: unknown): BookChoices {
  const { sides, addsUp, unit, steps } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  const kept = typeof steps === "object" && steps !== null ? Object.entries(steps) : [];
  return {
    sides: SIDES_SHOWN.find((known) => known === sides) ?? "both",
    addsUp: typeof addsUp === "boolean" ? addsUp : true,
    unit: SIZE_UNITS.find((known) => known === unit) ?? "base",
    steps: Object.fromEntries(kept.filter(([, step]) => typeof step === "number" && step > 0)),
  };
}

export function useBookChoices() {
  const state = useTerminal();
  const stored = useSelected(state.preferences, ({ views }) => views[NAME]);
  const choices = useMemo(() => readBookChoices(stored), [stored]);
  const choose = (change: Partial<BookChoices>) => state.preferView(NAME, { ...choices, ...change });
  return { choices, choose };
}
