// The interface of everything that moves index prices as time passes: reports for the second that is about to be ticked.

import type { Unstamped } from "@evermark/core";
import type { OraclePrices } from "@evermark/engine";

export interface PriceTape {
  /** @param second counted from the venue's first @returns null when there is nothing to report */
  at(second: number): Unstamped<OraclePrices> | null;
}

/** Joins several tapes, each for other markets. */
export function joinedTapes(tapes: readonly PriceTape[]): PriceTape | null {
  if (tapes.length === 0) return null;
  return {
    at(second) {
      const prices = tapes.flatMap((tape) => tape.at(second)?.prices ?? []);
      return prices.length === 0 ? null : { type: "oracle_prices", prices };
    },
  };
}
