// What is told of all markets at once: how prices have moved, what traders hold, what was traded and what is held. The
// same figures come over topics every minute. Interface 4.10, streams 7.

import Type from "typebox";
import { endpoint, perIp } from "./endpoint.ts";
import { rows } from "./shapes.ts";
import { historyChart, priceChange, tradersOpenInterest } from "./topics/market-topics.ts";
import { CHART_INTERVALS } from "./topics/topic.ts";

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
} as const;
