// The candles that trades of the current batch fell into. Time never goes back, so each market has one running candle of
// each kept resolution; it is written when the next one begins and at the end of the batch, where it is added to what
// earlier batches stored of it.

import type { Statement } from "bun:sqlite";
import type { CandleInterval } from "../../statistics/candles.ts";
import { addTrade, type Candle, type CandleTrade, candleOfTrade } from "../../statistics/candles.ts";
import type { Tables } from "../tables/tables.ts";

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
  /** By market, the running candle of each resolution. */
  readonly #running = new Map<number, Candle[]>();

  constructor(tables: Tables) {
    this.#merge = tables.prepare(MERGE);
  }

  add(market: number, trade: CandleTrade): void {
    const candles = this.#running.get(market);
    if (candles === undefined) {
      const begun = STORED_RESOLUTIONS.map((interval) => candleOfTrade(interval, trade));
      this.#running.set(market, begun);
      return;
    }
    for (let resolution = 0; resolution < STORED_RESOLUTIONS.length; resolution++) {
      const candle = candles[resolution]!;
      if (trade.at < candle.end) {
        addTrade(candle, trade);
        continue;
      }
      this.#writeOne(market, resolution, candle);
      candles[resolution] = candleOfTrade(STORED_RESOLUTIONS[resolution]!, trade);
    }
  }

  write(): void {
    for (const [market, candles] of this.#running) {
      for (const [resolution, candle] of candles.entries()) this.#writeOne(market, resolution, candle);
    }
    this.#running.clear();
  }

  #writeOne(market: number, resolution: number, candle: Candle): void {
    const { start, open, high, low, close, volume, amount, count } = candle;
    this.#merge.run(market, resolution, start, open, high, low, close, volume, amount, count);
  }
}
