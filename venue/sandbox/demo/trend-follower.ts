// A trader with a view: it goes with a market whose short average has left its long one, and closes when they meet
// again. Positions last minutes, so that funding, PnL and reduce-only orders have something to show. Pure.

import type { MarketRules } from "@evermark/client/market-rules.ts";
import { quantityFor } from "./maker-quotes.ts";
import type { TakerOrder } from "./noise-taker.ts";

/** Averages of one market; weights per observation, of which there is one a second. */
export interface Trend {
  readonly short: number;
  readonly long: number;
}

const SHORT_WEIGHT = 1 / 10;
const LONG_WEIGHT = 1 / 60;
/** The averages must be this far apart to go in, and this near to come out. */
const ENTER = 0.0006;
const LEAVE = 0.0001;
/** What a position is worth, in USDC. */
const NOTIONAL = 1_500;

export function observe(trend: Trend | undefined, price: number): Trend {
  if (trend === undefined) return { short: price, long: price };
  return {
    short: trend.short + (price - trend.short) * SHORT_WEIGHT,
    long: trend.long + (price - trend.long) * LONG_WEIGHT,
  };
}

interface TrendView {
  readonly rules: MarketRules;
  readonly trend: Trend;
  readonly price: number;
  /** Signed, in base currency. */
  readonly position: number;
}

/** The order to send now, or null to hold what there is. */
export function trendOrder({ rules, trend, price, position }: TrendView): TakerOrder | null {
  const lead = trend.short / trend.long - 1;
  if (position !== 0) {
    // In with the trend and still in front of it: hold.
    if (lead * Math.sign(position) > LEAVE) return null;
    return { side: position > 0 ? "SELL" : "BUY", quantity: Math.abs(position), reduceOnly: true };
  }
  if (Math.abs(lead) < ENTER) return null;
  return { side: lead > 0 ? "BUY" : "SELL", quantity: quantityFor(rules, NOTIONAL, price), reduceOnly: false };
}
