// What outside sources say of prices, and the clock. Rules 0.2, 6.1.

import type { Millis, PriceE8, QuantityE8 } from "../../base/units.ts";

/** What one index source said of one market. */
export interface SourcePrice {
  readonly market: number;
  /** Which of the market's sources, counted from 0. */
  readonly source: number;
  /** Any number at all: one that no price of the market could be is reported, and not believed. */
  readonly price: PriceE8;
  /** Base volume of the last 4 hours in 10⁻⁸; 0 when unknown. */
  readonly volume: QuantityE8;
}

/** Reports of index price sources; they count from the next tick on. Rules 6.1. */
export interface OraclePrices {
  readonly type: "oracle_prices";
  at: Millis;
  readonly prices: readonly SourcePrice[];
}

/**
 * Pins index prices by hand; they hold until changed, never go stale, and move the mark price at once. `FREED` for a price
 * lets it go: it holds until the next tick that brings a level of the sources, which is taken however far away it is.
 */
export interface SetIndexPrices {
  readonly type: "set_index_prices";
  at: Millis;
  readonly prices: readonly { readonly market: number; readonly price: PriceE8 }[];
}

/** The clock: `at` is a whole second. Runs everything that is due, in the order of rules 0.2. */
export interface Tick {
  readonly type: "tick";
  at: Millis;
}

/**
 * The venue was started, or started again. No market liquidates until its index has been fresh once, and the time in
 * which the venue did not run does not count as silence of the sources.
 */
export interface StartSession {
  readonly type: "start_session";
  at: Millis;
  /** Where venue time goes on; the ticks in between are made up for. */
  readonly resumesAt: Millis;
}

export type PricesCommand = OraclePrices | SetIndexPrices | Tick | StartSession;
