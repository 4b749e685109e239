// Figures of all markets at once, for endpoints and topics: price changes, the prices of the last hours or weeks, and the
// traders' open interest. Streams 7.

import type { EngineReader } from "@evermark/engine";
import type { ChartInterval, TopicData } from "@evermark/interface/streams/topics.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../sums/candle-sums.ts";
import { priceOf, quantityOf } from "../wire/decimals.ts";
import type { MarketStatistics } from "./market-statistics.ts";

interface Source {
  readonly engine: EngineReader;
  readonly statistics: MarketStatistics;
}

/** How far back each price is: from the running minute, and for three days or more from midnight. */
const AGO = { "5m": 5 * MINUTE_MS, "30m": 30 * MINUTE_MS, "1h": HOUR_MS, "4h": 4 * HOUR_MS, "24h": DAY_MS } as const;
const DAYS_AGO = { "3d": 3, "7d": 7, "30d": 30 } as const;

export function priceChanges({ engine, statistics }: Source, now: number): TopicData<"price_changes"> {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  return everyMarket(engine, (market) => {
    const { parameters, lastPrice, mark } = engine.market(market);
    const then = (moment: number): number | null => {
      const price = statistics.priceAt(market, moment);
      return price === 0 ? null : priceOf(parameters, price);
    };
    return {
      symbol: parameters.symbol,
      last_price: priceOf(parameters, lastPrice || mark),
      "5m": then(minute - AGO["5m"]),
      "30m": then(minute - AGO["30m"]),
      "1h": then(minute - AGO["1h"]),
      "4h": then(minute - AGO["4h"]),
      "24h": then(minute - AGO["24h"]),
      "3d": then(midnight - DAYS_AGO["3d"] * DAY_MS),
      "7d": then(midnight - DAYS_AGO["7d"] * DAY_MS),
      "30d": then(midnight - DAYS_AGO["30d"] * DAY_MS),
    };
  });
}

/** The span of each chart, and the distance between its points. */
const CHARTS: Readonly<Record<ChartInterval, { readonly span: number; readonly step: number }>> = {
  "1m": { span: MINUTE_MS, step: 5_000 },
  "1h": { span: HOUR_MS, step: 5 * MINUTE_MS },
  "4h": { span: 4 * HOUR_MS, step: 15 * MINUTE_MS },
  "12h": { span: 12 * HOUR_MS, step: 30 * MINUTE_MS },
  "1d": { span: DAY_MS, step: HOUR_MS },
  "1w": { span: 7 * DAY_MS, step: 6 * HOUR_MS },
  "1M": { span: 30 * DAY_MS, step: DAY_MS },
};

export function historyCharts(
  { engine, statistics }: Source,
  interval: ChartInterval,
  now: number,
): TopicData<"history_charts"> {
  const { span, step } = CHARTS[interval];
  const last = Math.floor(now / step) * step;
  const moments = Array.from({ length: span / step }, (_, i) => last - span + (i + 1) * step);
  return everyMarket(engine, (market) => {
    const { parameters } = engine.market(market);
    const points = moments.map((ts) => ({ ts, price: statistics.priceAt(market, ts) }));
    // Before the first known price, the market did not exist yet.
    const known = points.filter(({ price }) => price !== 0);
    return {
      symbol: parameters.symbol,
      price_list: known.map(({ ts, price }) => ({ ts, price: priceOf(parameters, price) })),
    };
  });
}

/** Every long has a short; positions that the insurance fund has taken over are not counted. */
export function tradersOpenInterests({ engine }: Source): TopicData<"traders_open_interests"> {
  const fund = new Map<number, number>();
  for (const { market, quantity } of engine.liquidations.insuranceFund().positions) fund.set(market, quantity);
  return everyMarket(engine, (market) => {
    const { parameters, openInterest } = engine.market(market);
    const held = fund.get(market) ?? 0;
    return {
      symbol: parameters.symbol,
      long_oi: quantityOf(parameters, openInterest - Math.max(held, 0)),
      short_oi: quantityOf(parameters, openInterest - Math.max(-held, 0)),
    };
  });
}

function everyMarket<Row>(engine: EngineReader, row: (market: number) => Row): Row[] {
  return Array.from({ length: engine.marketCount }, (_, market) => row(market));
}
