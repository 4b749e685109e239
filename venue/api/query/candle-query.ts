// Candles for the public query: newest first, from a given place, gaps filled. Interface 4.3.

import type { QueryRequest } from "@evermark/interface/queries/public-query.ts";
import { marketsText, type WrittenRows } from "../../history/index.ts";
import { intervalBounds } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";
import { SharedReads } from "../markets/shared-reads.ts";

type Interval = QueryRequest<"candles">["interval"];

/** How many candles history reads at a time, so that other work gets its turn in between. */
const AT_ONCE = 1_000;

interface CandlesAsked {
  readonly market: number;
  readonly interval: Interval;
  /** Bounds on the time at which a candle begins, both included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

const shared = new SharedReads<WrittenRows<number>>();

/** `last` in the result is the start of the oldest candle. */
export function candlesOf(venue: Venue, asked: CandlesAsked): Promise<WrittenRows<number>> {
  const { market, interval, startTime = 0, endTime = Number.MAX_SAFE_INTEGER, limit } = asked;
  // All moments within one interval have the same candles.
  const { start: newest } = intervalBounds(interval, Math.min(endTime, venue.clock.now()));
  if (newest < startTime) return readCandles(venue, asked);
  const name = [market, interval, startTime, endTime, newest, limit];
  return shared.of(venue, name, () => readCandles(venue, asked));
}

async function readCandles(venue: Venue, asked: CandlesAsked): Promise<WrittenRows<number>> {
  const { market, interval, startTime = 0, endTime = Number.MAX_SAFE_INTEGER, limit } = asked;
  const after = venue.sequencer.appliedPosition;
  const markets = marketsText(venue.engine);
  const pieces: string[] = [];
  let found = { count: 0, last: null as number | null, isMore: true };
  let until = Math.min(endTime, venue.clock.now());
  while (until >= startTime && found.isMore && found.count < limit) {
    const wanted = Math.min(AT_ONCE, limit - found.count, candlesSince(interval, startTime, until));
    const piece = await venue.history.writtenCandles(
      { market, markets, interval, startTime, until, limit: wanted },
      after,
    );
    if (piece.last === null) break;
    pieces.push(piece.rows);
    found = { count: found.count + piece.count, last: piece.last, isMore: piece.isMore };
    until = piece.last - 1;
  }
  return { rows: pieces.join(","), ...found, isMore: found.last !== null && found.isMore };
}

/** The most candles that can begin between two times; all of these intervals have a fixed length. */
function candlesSince(interval: Interval, since: number, until: number): number {
  const { start, end } = intervalBounds(interval, until);
  return Math.max(1, Math.ceil((start - since) / (end - start)) + 1);
}
