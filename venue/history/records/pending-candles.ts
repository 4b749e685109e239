// The candles of the current batch's trades. Time never goes back, so each market has one running candle of each stored
// resolution. It is written when the next one begins and at the end of the batch, and merged with what earlier batches
// stored of it.

import { addTrade, type Candle, type CandleTrade, candleOfTrade } from "../../sums/candle-sums.ts";
import { STORED_RESOLUTIONS } from "../schema/market-tables.ts";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { greatest, least, sql } from "../tables/query-builder.ts";
import { excluded, merging } from "../tables/writing.ts";

/** Everything but the opening price, which stays. */
const MERGED = ["high", "low", "close", "volume", "amount", "count"] as const;
const MERGE = merging("candles", MERGED, (column) => {
  const [own, more] = [sql.ref(`candles.${column}`), excluded(column)];
  switch (column) {
    case "high":
      return greatest(own, more);
    case "low":
      return least(own, more);
    case "close":
      return more;
    default:
      return sql`${own} + ${more}`;
  }
});

export class PendingCandles {
  readonly #merge: Write<NewRow<"candles">>;
  /** By market, the running candle of each resolution. */
  readonly #running = new Map<number, Candle[]>();

  constructor(tables: Store) {
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
    this.#merge.run({ market, resolution, start, open, high, low, close, volume, amount, count });
  }
}
