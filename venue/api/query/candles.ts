// Candles of the public query: newest first, from a place on, gaps filled. Interface 4.3.

import type { MarketParameters } from "@evermark/engine";
import type { QueryAnswer, QueryRequest } from "@evermark/interface/public-query.ts";
import { priceText, quantityText } from "../../decimal-text.ts";
import { CANDLE_NUMBERS } from "../../history/market-queries.ts";
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
  const found: Candle[] = [];
  for (let until = Math.min(endTime, venue.clock.now()); until >= startTime && found.length < limit; ) {
    const wanted = Math.min(AT_ONCE, limit - found.length, candlesSince(interval, startTime, until));
    const numbers = await venue.history.candleNumbers(market, interval, wanted, until, after);
    const told = found.length;
    for (let i = 0; i < numbers.length && numbers[i]! >= startTime; i += CANDLE_NUMBERS) {
      found.push(candleText(parameters, numbers, i));
    }
    if (found.length - told < wanted) break;
    until = found.at(-1)!.timestamp - 1;
  }
  return found;
}

function candleText(parameters: MarketParameters, numbers: Float64Array, at: number): Candle {
  return {
    open: priceText(parameters, numbers[at + 1]!),
    high: priceText(parameters, numbers[at + 2]!),
    low: priceText(parameters, numbers[at + 3]!),
    close: priceText(parameters, numbers[at + 4]!),
    volume: quantityText(parameters, numbers[at + 5]!),
    timestamp: numbers[at]!,
  };
}

/** How many candles there can be between two times: all of these intervals have one length. */
function candlesSince(interval: Interval, since: number, until: number): number {
  const { start, end } = intervalBounds(interval, until);
  return Math.max(1, Math.ceil((start - since) / (end - start)) + 1);
}
