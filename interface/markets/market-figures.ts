// Figures of all markets together: price changes, traders' open positions, volumes and open interest. Topics send the
// same figures every minute. Interface 4.10, streams 7.

import Type from "typebox";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { rows } from "../rows/shapes.ts";
import { historyChart, priceChange, tradersOpenInterest } from "../topics/market-topics.ts";
import { CHART_INTERVALS } from "../topics/topic.ts";

const brokerId = Type.Optional(
  Type.String({ minLength: 1, description: "only accounts of this builder; without it, all accounts" }),
);

export const marketFigures = {
  getPriceChanges: endpoint({
    method: "GET",
    path: "/v1/public/market_info/price_changes",
    summary: "The current price of every market, and its prices from five minutes to thirty days ago",
    auth: "none",
    limit: perIp(10),
    data: rows(priceChange),
    source: "interface 4.10, streams 7",
  }),
  getTradersOpenInterests: endpoint({
    method: "GET",
    path: "/v1/public/market_info/traders_open_interests",
    summary: "Long and short positions of traders in every market",
    auth: "none",
    limit: perIp(10),
    data: rows(tradersOpenInterest),
    source: "interface 4.10, streams 7",
  }),
  getHistoryCharts: endpoint({
    method: "GET",
    path: "/v1/public/market_info/history_charts",
    summary: "Past prices of every market at regular intervals, for small charts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      time_interval: Type.Optional(
        Type.Enum([...CHART_INTERVALS], {
          default: "1d",
          description:
            "period of the chart. Its points are 5 seconds apart in `1m`, 5 minutes in `1h`, 15 in `4h`, 30 in `12h`, an " +
            "hour in `1d`, 6 hours in `1w` and a day in `1M`, which is 30 days",
        }),
      ),
    }),
    data: rows(historyChart),
    source: "interface 4.10, streams 7",
  }),
  getVolumeStats: endpoint({
    method: "GET",
    path: "/v1/public/volume/stats",
    summary:
      "Volume in USDC: each match counts once; with a builder, each side (maker or taker) of one of its accounts counts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: Type.Object({
      perp_volume_ytd: Type.Number({ description: "since 1 January, 00:00 UTC" }),
      perp_volume_ltd: Type.Number({ description: "since the venue began" }),
      perp_volume_today: Type.Number({ description: "since 00:00 UTC" }),
      perp_volume_last_1_day: Type.Number({
        description: "in the last 24 hours, counted from the beginning of the hour 24 hours ago",
      }),
      perp_volume_last_7_days: Type.Number({ description: "in the last 7 × 24 hours, counted in the same way" }),
      perp_volume_last_30_days: Type.Number({ description: "in the last 30 × 24 hours, counted in the same way" }),
    }),
    errors: ["core_unavailable"],
    source: "interface 4.10",
  }),
  getBalanceStats: endpoint({
    method: "GET",
    path: "/v1/public/balance/stats",
    summary: "Total balances of all accounts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: Type.Object({
      total_holding: Type.Number({
        description: "sum of the balances, in USDC, without the margin of isolated positions",
      }),
      total_unsettled_balance: Type.Number({
        description: "sum of the profits and losses that are not yet in the balances, at mark prices, in USDC",
      }),
      last_update_time: Type.Integer({
        description:
          "time of the figures, in milliseconds since 1970: now, or up to a minute or two ago if there are thousands of accounts",
      }),
    }),
    source: "interface 4.10, rules 5.2",
  }),
} as const;
