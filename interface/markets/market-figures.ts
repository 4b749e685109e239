// Figures of all markets together: price changes, traders' open positions, volumes and open interest. Topics send the
// same figures every minute. Interface 4.10, streams 7.

import Type from "typebox";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { rows } from "../rows/shapes.ts";
import { historyChart, priceChange, tradersOpenInterest } from "../topics/market-topics.ts";
import { CHART_INTERVALS } from "../topics/topic.ts";

const brokerId = Type.Optional(
  Type.String({ minLength: 1, description: "of the accounts of this builder alone; without it, of all accounts" }),
);

export const marketFigures = {
  getPriceChanges: endpoint({
    method: "GET",
    path: "/v1/public/market_info/price_changes",
    summary: "The price of every market now, and what it was five minutes to thirty days ago",
    auth: "none",
    limit: perIp(10),
    data: rows(priceChange),
    source: "interface 4.10, streams 7",
  }),
  getTradersOpenInterests: endpoint({
    method: "GET",
    path: "/v1/public/market_info/traders_open_interests",
    summary: "What traders hold of every market, long and short",
    auth: "none",
    limit: perIp(10),
    data: rows(tradersOpenInterest),
    source: "interface 4.10, streams 7",
  }),
  getHistoryCharts: endpoint({
    method: "GET",
    path: "/v1/public/market_info/history_charts",
    summary: "Past prices of every market at even distances, for small charts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      time_interval: Type.Optional(
        Type.Enum([...CHART_INTERVALS], {
          default: "1d",
          description:
            "what the chart spans. Its points lie 5 seconds apart in `1m`, 5 minutes in `1h`, 15 in `4h`, 30 in `12h`, an " +
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
    summary: "What was traded, in USDC: each match once, and of a builder each leg, maker and taker, of its accounts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: Type.Object({
      perp_volume_ytd: Type.Number({ description: "since 1 January, 00:00 UTC" }),
      perp_volume_ltd: Type.Number({ description: "since the venue began" }),
      perp_volume_today: Type.Number({ description: "since 00:00 UTC" }),
      perp_volume_last_1_day: Type.Number({
        description: "in the last 24 hours, from the beginning of the hour that was 24 hours ago",
      }),
      perp_volume_last_7_days: Type.Number({ description: "in the last 7 times 24 hours, in the same way" }),
      perp_volume_last_30_days: Type.Number({ description: "in the last 30 times 24 hours, in the same way" }),
    }),
    errors: ["core_unavailable"],
    source: "interface 4.10",
  }),
  getBalanceStats: endpoint({
    method: "GET",
    path: "/v1/public/balance/stats",
    summary: "What all accounts together hold",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: Type.Object({
      total_holding: Type.Number({
        description: "balances, in USDC; what stands in isolated positions is not in them",
      }),
      total_unsettled_balance: Type.Number({
        description: "profits and losses that are not in the balances yet, at mark prices, in USDC",
      }),
      last_update_time: Type.Integer({
        description:
          "of when the figures are, in milliseconds since 1970: of now, or of the last minute or two where there are " +
          "thousands of accounts",
      }),
    }),
    source: "interface 4.10, rules 5.2",
  }),
} as const;
