// The running candle of one market in every interval, and the one before it. A trade changes only the running minute; when
// that ends, it is folded into all longer intervals, so the cost of a trade does not depend on their number.
//
// Invariant: after `advance(now)` the bounds of every interval contain `now`. Streams 6.4.

import type { CandleInterval } from "../sums/candle-sums.ts";
import {
  addCandle,
  addTrade,
  type Bounds,
  type Candle,
  type CandleTrade,
  candleOfTrade,
  flatCandle,
  intervalBounds,
} from "../sums/candle-sums.ts";

/**
 * A year is left to history, because restoring it at start would mean reading all of its minutes; so are three minutes,
 * which no topic sends.
 */
export type RunningInterval = Exclude<CandleInterval, "1y" | "3m">;

export const RUNNING_INTERVALS = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M"] as const;

/** The earliest start of the candles that run at a time, from which history is queried at start. */
export function longestRunningSince(now: number): number {
  return Math.min(...RUNNING_INTERVALS.map((interval) => intervalBounds(interval, now).start));
}

interface Running {
  bounds: Bounds;
  /** The closed minutes of this interval, as one candle; undefined while none of them had a trade. */
  closed: Candle | undefined;
  /** The candle before the running one; undefined until the first one ends. */
  previous: Candle | undefined;
}

export class RunningCandles {
  readonly #running = new Map<RunningInterval, Running>();
  #minute: Candle | undefined;
  #minuteEnd: number;
  /** The last traded price, 0 before the first. */
  #close = 0;

  constructor(now: number) {
    for (const interval of RUNNING_INTERVALS) {
      this.#running.set(interval, { bounds: intervalBounds(interval, now), closed: undefined, previous: undefined });
    }
    this.#minuteEnd = intervalBounds("1m", now).end;
  }

  add(trade: CandleTrade): void {
    this.advance(trade.at);
    if (this.#minute === undefined) this.#minute = candleOfTrade("1m", trade);
    else addTrade(this.#minute, trade);
    this.#close = trade.price;
  }

  /** Adds a whole minute that is later than any trade before it, to restore the candles at start. */
  restore(minute: Candle): void {
    this.advance(minute.start);
    this.#minute = { ...minute };
    this.#close = minute.close;
  }

  /** Moves every interval to the one that contains `now`. */
  advance(now: number): void {
    if (now < this.#minuteEnd) return;
    const minute = this.#minute;
    for (const running of this.#running.values()) {
      if (minute !== undefined) {
        if (running.closed === undefined) running.closed = { ...minute, ...running.bounds };
        else addCandle(running.closed, minute);
      }
    }
    for (const [interval, running] of this.#running) {
      if (now < running.bounds.end) continue;
      running.previous = running.closed ?? flatCandle(running.bounds, this.#close);
      running.closed = undefined;
      running.bounds = intervalBounds(interval, now);
    }
    this.#minute = undefined;
    this.#minuteEnd = intervalBounds("1m", now).end;
  }

  /**
   * The candle of an interval that runs at `now`. Without a trade in it, every price is the last close.
   * @param price stands in for the last close while this market has none, in ticks
   */
  current(interval: RunningInterval, now: number, price: number): Candle {
    this.advance(now);
    const { bounds, closed } = this.#of(interval);
    const minute = this.#minute;
    if (closed === undefined) {
      return minute === undefined ? flatCandle(bounds, this.#close || price) : { ...minute, ...bounds };
    }
    const candle = { ...closed };
    if (minute !== undefined) addCandle(candle, minute);
    return candle;
  }

  /** The candle before it, in its final state; undefined until one has ended. `price` as for `current`. */
  previous(interval: RunningInterval, now: number, price: number): Candle | undefined {
    this.advance(now);
    const { previous } = this.#of(interval);
    if (previous === undefined) return undefined;
    // A market without a trade so far has no close of its own.
    return previous.close === 0 ? flatCandle(previous, price) : { ...previous };
  }

  #of(interval: RunningInterval): Running {
    return this.#running.get(interval)!;
  }
}
