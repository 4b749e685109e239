// The candles behind every call that shows some: those that history keeps, and the current one last.

import type { CandleRow } from "../../history/index.ts";
import type { CandleInterval } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";

interface CandleRequest {
  readonly market: number;
  readonly interval: CandleInterval;
  readonly limit: number;
  /** A time inside the last candle; by default now. */
  readonly until?: number;
}

/**
 * Oldest first, without gaps: a candle without trades has the last close as its prices. None before the first trade.
 * @throws {HistoryUnavailable}
 */
export function latestCandles(venue: Venue, { market, interval, limit, until }: CandleRequest): Promise<CandleRow[]> {
  const last = until ?? venue.clock.now();
  return venue.history.candles(market, interval, limit, last, venue.sequencer.appliedPosition);
}
