// The trades of the last 24 hours of one series, as one candle. The window slides by whole minutes: at 10:05:30 it
// reaches back to 10:05:00 of the day before. Streams 6.3.
//
// Invariant: the total equals the roll-up of the kept minutes. A trade is added to both; when minutes leave, the total
// is recomputed from those that stay.

import {
  addCandle,
  addTrade,
  type Candle,
  type CandleTrade,
  candleOfTrade,
  DAY_MS,
  MINUTE_MS,
} from "../sums/candle-sums.ts";

export class RollingWindow {
  /** Minutes with a trade, oldest first. */
  #minutes: Candle[] = [];
  #total: Candle | undefined;
  #since = 0;

  /** Adds a trade that is no older than any before it. */
  add(trade: CandleTrade): void {
    this.#slide(trade.at);
    const last = this.#minutes.at(-1);
    if (last !== undefined && trade.at < last.end) addTrade(last, trade);
    else this.#minutes.push(candleOfTrade("1m", trade));

    if (this.#total === undefined) this.#total = candleOfTrade("1m", trade);
    else addTrade(this.#total, trade);
  }

  /** Adds a whole minute that is later than any trade before it, to restore the window at start. */
  restore(minute: Candle): void {
    this.#slide(minute.start);
    this.#minutes.push({ ...minute });
    if (this.#total === undefined) this.#total = { ...minute };
    else addCandle(this.#total, minute);
  }

  /** Prices and sums of the window at a time; undefined without a trade. The bounds of the candle have no meaning. */
  total(now: number): Readonly<Candle> | undefined {
    this.#slide(now);
    return this.#total;
  }

  #slide(now: number): void {
    const since = Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
    if (since <= this.#since) return;
    this.#since = since;

    const kept = this.#minutes.findIndex((minute) => minute.start >= since);
    if (kept === 0) return;
    this.#minutes = kept < 0 ? [] : this.#minutes.slice(kept);
    this.#total = undefined;
    for (const minute of this.#minutes) {
      if (this.#total === undefined) this.#total = { ...minute };
      else addCandle(this.#total, minute);
    }
  }
}
