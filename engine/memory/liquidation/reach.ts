// Safe ranges of mark prices, and how far the ranges of a market can reach at all.

import { E10, type Micros, type Ticks } from "../../base/units.ts";
import type { MarginRatios } from "../market/margin-ratios.ts";
import type { Market } from "../market/market.ts";

/** A range never reaches beyond this notional, micros; notionals of positions stay below 2^53. */
export const REACH_MAX = 8e15;
/** Up to this MMR a long never loses by a rising price: d(N·MMR)/dN is at most 1.8 × MMR on the curve. */
const HALF = E10 / 2;

/** Marks in ticks, both ends included. */
export interface SafeRange {
  low: Ticks;
  /** Infinity where no mark price is too high. */
  high: Ticks;
}

/** How far ranges of a market can reach at all. */
export interface ReachableMarks {
  /** No mark is above this, in ticks: the index is at most `quote_max`, a mark at most twice that, and rounding doubles it. */
  readonly highest: Ticks;
  /** The largest notional whose MMR is at most one half, micros. */
  readonly half: Micros;
}

export function reachableMarksOf(market: Market): ReachableMarks {
  const highest = Math.ceil((market.parameters.quoteMax * 4) / market.tickE8);
  return { highest, half: halfNotional(market.ratios) };
}

function halfNotional(ratios: MarginRatios): Micros {
  let low = 0;
  let high = REACH_MAX;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ratios.maintenance(middle) <= HALF) low = middle;
    else high = middle - 1;
  }
  return low;
}
