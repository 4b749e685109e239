// Candles as pure functions: which interval a time belongs to, how a trade is added to a candle, how minutes roll up into
// longer intervals, and how gaps are filled. History stores candles with them; the streams and the 24-hour figures compute
// with them. All bounds are UTC, the end is exclusive; a week starts on Monday, a month on the 1st (streams 6.4).
//
// Invariant: rolling up the minutes of some trades gives the same candles as folding these trades directly, because
// every interval is a whole number of minutes and starts on one.

import { unreachable } from "@evermark/engine";

/** The names in the interface. */
export const CANDLE_INTERVALS = ["1m", "3m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1y"] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_DAYS = 7;
/** The length of the month that figures cover, whatever the calendar says. */
export const MONTH_DAYS = 30;
const WEEK_MS = WEEK_DAYS * DAY_MS;
/** 1970 began on a Thursday: the first Monday is four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Days from 1970 to the start of the day that a time is in, UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** From `start` (inclusive) to `end` (exclusive), in venue milliseconds. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
}

/** One candle: prices in ticks, volume in lots, amount (turnover) in micros, count in trades. */
export interface Candle {
  start: number;
  end: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  amount: number;
  count: number;
}

/** The part of a trade that a candle needs: price in ticks, quantity in lots, notional in micros. */
export interface CandleTrade {
  readonly at: number;
  readonly price: number;
  readonly quantity: number;
  readonly notional: number;
}

/** The interval that contains a time. */
export function intervalBounds(interval: CandleInterval, at: number): Bounds {
  switch (interval) {
    case "1m":
      return fixedBounds(at, MINUTE_MS);
    case "3m":
      return fixedBounds(at, 3 * MINUTE_MS);
    case "5m":
      return fixedBounds(at, 5 * MINUTE_MS);
    case "15m":
      return fixedBounds(at, 15 * MINUTE_MS);
    case "30m":
      return fixedBounds(at, 30 * MINUTE_MS);
    case "1h":
      return fixedBounds(at, HOUR_MS);
    case "4h":
      return fixedBounds(at, 4 * HOUR_MS);
    case "12h":
      return fixedBounds(at, 12 * HOUR_MS);
    case "1d":
      return fixedBounds(at, DAY_MS);
    case "1w":
      return fixedBounds(at, WEEK_MS, FIRST_MONDAY_MS);
    case "1M": {
      const day = new Date(at);
      const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
      return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) };
    }
    case "1y": {
      const year = new Date(at).getUTCFullYear();
      return { start: Date.UTC(year, 0, 1), end: Date.UTC(year + 1, 0, 1) };
    }
    default:
      return unreachable(interval);
  }
}

/** The candle that a trade opens. */
export function candleOfTrade(interval: CandleInterval, trade: CandleTrade): Candle {
  const { start, end } = intervalBounds(interval, trade.at);
  const { price, quantity, notional } = trade;
  return {
    start,
    end,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantity,
    amount: notional,
    count: 1,
  };
}

/** Folds a trade into the candle it falls into; trades arrive in the order of matching. */
export function addTrade(candle: Candle, trade: CandleTrade): void {
  candle.high = Math.max(candle.high, trade.price);
  candle.low = Math.min(candle.low, trade.price);
  candle.close = trade.price;
  candle.volume += trade.quantity;
  candle.amount += trade.notional;
  candle.count += 1;
}

/** Folds a later, shorter candle into the one that contains it. */
export function addCandle(candle: Candle, later: Candle): void {
  candle.high = Math.max(candle.high, later.high);
  candle.low = Math.min(candle.low, later.low);
  candle.close = later.close;
  candle.volume += later.volume;
  candle.amount += later.amount;
  candle.count += later.count;
}

/** A candle without a trade: every price is the last close. */
export function flatCandle(bounds: Bounds, close: number): Candle {
  const { start, end } = bounds;
  return { start, end, open: close, high: close, low: close, close, volume: 0, amount: 0, count: 0 };
}

/** Rolls candles (usually of 1m, oldest first, gaps allowed) up into a longer interval, oldest first; gaps are not filled. */
export function rollUp(candles: Iterable<Candle>, interval: CandleInterval): Candle[] {
  const rolled: Candle[] = [];
  let current: Candle | undefined;
  for (const candle of candles) {
    if (current !== undefined && candle.start < current.end) {
      addCandle(current, candle);
      continue;
    }
    const { open, high, low, close, volume, amount, count } = candle;
    current = { ...intervalBounds(interval, candle.start), open, high, low, close, volume, amount, count };
    rolled.push(current);
  }
  return rolled;
}

/**
 * Fills the intervals without a trade with flat candles at the last close, from the interval of `from` to that of
 * `until` inclusive; existing candles are kept as they are. `closeBefore` is the close before `from`; without it, the
 * result starts at the first candle.
 */
export function fillGaps(
  candles: readonly Candle[],
  interval: CandleInterval,
  range: { readonly from: number; readonly until: number; readonly closeBefore?: number | undefined },
): Candle[] {
  const filled: Candle[] = [];
  let close = range.closeBefore;
  let next = 0;
  let bounds = intervalBounds(interval, range.from);
  while (bounds.start <= range.until) {
    while (next < candles.length && candles[next]!.start < bounds.start) next += 1;
    const candle = candles[next];
    if (candle !== undefined && candle.start === bounds.start) {
      filled.push(candle);
      close = candle.close;
    } else if (close !== undefined) {
      filled.push(flatCandle(bounds, close));
    }
    bounds = intervalBounds(interval, bounds.end);
  }
  return filled;
}

function fixedBounds(at: number, length: number, offset = 0): Bounds {
  const start = Math.floor((at - offset) / length) * length + offset;
  return { start, end: start + length };
}
