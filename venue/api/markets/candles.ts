// The candles that every call about them is answered from: what history keeps, with the running one last.

import type { CandleRow } from "../../history/index.ts";
import type { CandleInterval } from "../../sums/candles.ts";
import type { Venue } from "../../venue.ts";

interface Asked {
  readonly market: number;
  readonly interval: CandleInterval;
  readonly limit: number;
  /** The last one contains this time; default now. */
  readonly until?: number;
}

/**
 * Oldest first, without gaps: what has no trade stands at the last close. None before the first trade.
 * @throws {HistoryUnavailable}
 */
export function latestCandles(venue: Venue, { market, interval, limit, until }: Asked): Promise<CandleRow[]> {
  const last = until ?? venue.clock.now();
  return venue.history.candles(market, interval, limit, last, venue.sequencer.appliedPosition);
}
