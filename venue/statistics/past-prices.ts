// A market's past prices at whole steps of time: every 5 seconds of the last minute, every minute of the last day, every 6
// hours of the last month. The price at a moment is that of the last trade before it; 0 means none.
//
// Invariant: after `advance(now)` each trail has every one of its moments up to `now`. A trade compares one number and
// sets one, however many trails there are. Streams 7.

import { type Candle, DAY_MS, MINUTE_MS } from "../sums/candle-sums.ts";

const FIVE_SECONDS_MS = 5_000;
const SIX_HOURS_MS = DAY_MS / 4;
/** Long enough for 30 days before the midnight of any day. */
const MONTH_MS = 31 * DAY_MS;

/** The times for which a start needs prices from history, oldest first: the moments of a month, then the start of the day. */
export function priceTimes(now: number): number[] {
  const last = floor(now, SIX_HOURS_MS);
  const count = MONTH_MS / SIX_HOURS_MS;
  const month = Array.from({ length: count }, (_, i) => last - (count - 1 - i) * SIX_HOURS_MS);
  return [...month, floor(now, MINUTE_MS) - DAY_MS];
}

export class PastPrices {
  readonly #seconds: Trail;
  readonly #minutes: Trail;
  readonly #months: Trail;
  #price = 0;
  #next: number;

  constructor(now: number) {
    this.#seconds = new Trail(FIVE_SECONDS_MS, MINUTE_MS, now);
    this.#minutes = new Trail(MINUTE_MS, DAY_MS, now);
    this.#months = new Trail(SIX_HOURS_MS, MONTH_MS, now);
    this.#next = this.#seconds.next;
  }

  /** Adds a trade that is no older than any before it. */
  add(price: number, at: number): void {
    if (at >= this.#next) this.advance(at);
    this.#price = price;
  }

  advance(now: number): void {
    for (const trail of [this.#seconds, this.#minutes, this.#months]) trail.advance(now, this.#price);
    this.#next = this.#seconds.next;
  }

  /** The price at a moment of one of the trails, up to the time of the last `advance`; 0 where it is not known. */
  at(moment: number): number {
    if (moment % MINUTE_MS !== 0) return this.#seconds.at(moment);
    return this.#minutes.at(moment) || this.#months.at(moment);
  }

  /**
   * Restores the trails from before the first trade that is added.
   * @param times as `priceTimes` returns them
   * @param prices the price at each of the times
   * @param minutes those with a trade, oldest first, from the last of these times or earlier
   * @param trades the latest trades, oldest first: all that there were, or more than a minute of them
   */
  static restored(
    times: readonly number[],
    prices: readonly number[],
    minutes: readonly Pick<Candle, "start" | "close">[],
    trades: readonly { readonly price: number; readonly at: number }[],
  ): PastPrices {
    const [first, dayStart] = [times.at(0)!, times.at(-1)!];
    const past = new PastPrices(first - 1);
    for (const [i, time] of times.slice(0, -1).entries()) past.#months.advance(time, prices[i]!);
    past.#price = prices.at(-1)!;
    past.#minutes.beginAt(dayStart, past.#price);
    for (const { start, close } of minutes) {
      if (start < dayStart) continue;
      past.#minutes.advance(start, past.#price);
      past.#months.advance(start, past.#price);
      past.#price = close;
    }
    let price = 0;
    for (const trade of trades) {
      past.#seconds.advance(trade.at, price);
      price = trade.price;
    }
    past.#next = past.#seconds.next;
    return past;
  }
}

/** Prices at the multiples of a step, over a limited span. */
class Trail {
  readonly #step: number;
  readonly #prices: Float64Array;
  /** The last known moment, in steps; moments further back than there is room for are not known. */
  #last: number;

  /** Begins without a price for any moment up to `now`. */
  constructor(step: number, span: number, now: number) {
    this.#step = step;
    this.#prices = new Float64Array(span / step + 1);
    this.#last = Math.floor(now / step);
  }

  /** The first moment that is not known yet. */
  get next(): number {
    return (this.#last + 1) * this.#step;
  }

  /** Sets the price for all moments after the last known one, up to `now`. */
  advance(now: number, price: number): void {
    const last = Math.floor(now / this.#step);
    const { length } = this.#prices;
    for (let at = Math.max(this.#last + 1, last - length + 1); at <= last; at++) this.#prices[at % length] = price;
    this.#last = Math.max(this.#last, last);
  }

  /** Starts over at a moment; nothing is known of the moments before it. */
  beginAt(moment: number, price: number): void {
    this.#prices.fill(0);
    this.#last = moment / this.#step - 1;
    this.advance(moment, price);
  }

  at(moment: number): number {
    const at = moment / this.#step;
    const { length } = this.#prices;
    return Number.isInteger(at) && at <= this.#last && at > this.#last - length ? this.#prices[at % length]! : 0;
  }
}

function floor(time: number, step: number): number {
  return Math.floor(time / step) * step;
}
