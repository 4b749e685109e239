// The candles that trades of the current batch fell into. Time never goes back, so each market has one running candle of
// each kept resolution; it is written when the next one begins and at the end of the batch, where it is added to what
// earlier batches stored of it.

import type { Statement } from "bun:sqlite";
import type { CandleInterval } from "../statistics/candles.ts";
import { addTrade, type Candle, type CandleTrade, candleOfTrade } from "../statistics/candles.ts";
import type { Tables } from "./tables.ts";

/** The resolutions that are stored; a candle's resolution code is its place here. Longer intervals are rolled up. */
export const STORED_RESOLUTIONS = ["1m", "1h", "1d"] as const satisfies readonly CandleInterval[];

const MERGE = `
INSERT INTO candles (market, resolution, start, open, high, low, close, volume, amount, count)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (market, resolution, start) DO UPDATE SET
  high = max(high, excluded.high),
  low = min(low, excluded.low),
  close = excluded.close,
  volume = volume + excluded.volume,
  amount = amount + excluded.amount,
  count = count + excluded.count`;

export class PendingCandles {
  readonly #merge: Statement;
  /** Of each resolution, the running candles by market. */
  readonly #running = STORED_RESOLUTIONS.map(() => new Map<number, Candle>());

  constructor(tables: Tables) {
    this.#merge = tables.prepare(MERGE);
  }

  add(market: number, trade: CandleTrade): void {
    for (const [resolution, interval] of STORED_RESOLUTIONS.entries()) {
      const running = this.#running[resolution]!;
      const candle = running.get(market);
      if (candle !== undefined && trade.at < candle.end) {
        addTrade(candle, trade);
        continue;
      }
      if (candle !== undefined) this.#writeOne(market, resolution, candle);
      running.set(market, candleOfTrade(interval, trade));
    }
  }

  write(): void {
    for (const [resolution, running] of this.#running.entries()) {
      for (const [market, candle] of running) this.#writeOne(market, resolution, candle);
      running.clear();
    }
  }

  #writeOne(market: number, resolution: number, candle: Candle): void {
    const { start, open, high, low, close, volume, amount, count } = candle;
    this.#merge.run(market, resolution, start, open, high, low, close, volume, amount, count);
  }
}
