// Candles of the public query: newest first, from a place on, gaps filled. Interface 4.3.

import type { QueryAnswer, QueryRequest } from "@evermark/interface/public-query.ts";
import { priceText, quantityText } from "../../decimal-text.ts";
import type { CandleRow } from "../../history/reader.ts";
import { intervalBounds } from "../../statistics/candles.ts";
import type { Venue } from "../../venue.ts";

type Interval = QueryRequest<"candles">["interval"];
type Candle = QueryAnswer<"candles">["rows"][number];

/** So many are asked of history at once, so that others get their turn in between. */
const AT_ONCE = 1_000;

interface CandlesAsked {
  readonly market: number;
  readonly interval: Interval;
  /** Of the time at which a candle begins, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

export async function candlesOf(venue: Venue, asked: CandlesAsked): Promise<Candle[]> {
  const { market, interval, startTime = 0, endTime = Number.MAX_SAFE_INTEGER, limit } = asked;
  const { parameters } = venue.engine.market(market);
  const after = venue.sequencer.appliedPosition;
  const found: CandleRow[] = [];
  for (let until = Math.min(endTime, venue.clock.now()); until >= startTime && found.length < limit; ) {
    const wanted = Math.min(AT_ONCE, limit - found.length, candlesSince(interval, startTime, until));
    const part = await venue.history.candles(market, interval, wanted, until, after);
    const within = part.filter(({ start }) => start >= startTime);
    found.push(...within.reverse());
    if (within.length < wanted) break;
    until = within.at(-1)!.start - 1;
  }
  return found.map((candle) => ({
    open: priceText(parameters, candle.open),
    high: priceText(parameters, candle.high),
    low: priceText(parameters, candle.low),
    close: priceText(parameters, candle.close),
    volume: quantityText(parameters, candle.volume),
    timestamp: candle.start,
  }));
}

/** How many candles there can be between two times: all of these intervals have one length. */
function candlesSince(interval: Interval, since: number, until: number): number {
  const { start, end } = intervalBounds(interval, until);
  return Math.max(1, Math.ceil((start - since) / (end - start)) + 1);
}
