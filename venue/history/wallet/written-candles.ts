// Candles as JSON, as the public query returns them: newest first, gaps filled. Interface 4.3.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import type { Candle, CandleInterval } from "../../sums/candle-sums.ts";
import { priceText, quantityText } from "../../wire/decimal-text.ts";
import { filledCandles } from "../queries/market-queries.ts";
import type { Reads } from "../tables/history-store.ts";
import { type Naming, type RowMarket, RowNames, type WrittenRows } from "./written-rows.ts";

type ReturnedCandle = QueryAnswer<"candles">["rows"][number];

interface CandlesAsked extends Naming {
  readonly market: number;
  readonly interval: CandleInterval;
  /** The earliest start of a candle. */
  readonly startTime: number;
  /** A time within the newest candle. */
  readonly until: number;
  readonly limit: number;
}

/** `last` is the start of the oldest candle. */
export function writtenCandles(tables: Reads, asked: CandlesAsked): WrittenRows<number> {
  const { market, interval, startTime, until, limit } = asked;
  // One more than `limit` is read, only to report whether it exists.
  const candles = filledCandles(tables, market, interval, limit + 1, until);
  const steps = new RowNames([], asked).market(market);
  const oldest = Math.max(0, candles.length - limit);
  const texts: string[] = [];
  for (let i = candles.length - 1; i >= oldest && candles[i]!.start >= startTime; i--) {
    texts.push(candleText(candles[i]!, steps));
  }
  const count = texts.length;
  const next = candles[candles.length - count - 1];
  return {
    rows: texts.join(","),
    count,
    last: count === 0 ? null : candles[candles.length - count]!.start,
    isMore: next !== undefined && next.start >= startTime,
  };
}

/** Written by hand, because an answer may have a thousand of them; no member needs escaping. */
function candleText({ open, high, low, close, volume, start }: Candle, market: RowMarket): string {
  const texts: { readonly [Name in keyof ReturnedCandle]: string } = {
    open: priceText(market, open),
    high: priceText(market, high),
    low: priceText(market, low),
    close: priceText(market, close),
    volume: quantityText(market, volume),
    timestamp: String(start),
  };
  const prices = `"open":"${texts.open}","high":"${texts.high}","low":"${texts.low}","close":"${texts.close}"`;
  return `{${prices},"volume":"${texts.volume}","timestamp":${texts.timestamp}}`;
}
