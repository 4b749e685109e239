// Funding: current and past rates, and the payments of every account. Rules 6.4 to 6.6, interface 4.10.

import Type from "typebox";
import { endpoint, perIp, perUser } from "../rows/endpoint.ts";
import { marginMode, paged, paging, rows, span, symbol, time } from "../rows/shapes.ts";

/** The default number of rows in lists of rates and payments. */
export const FUNDING_PAGE_SIZE = 60;
const fundingPaging = {
  ...paging,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: FUNDING_PAGE_SIZE })),
};

const fundingRate = Type.Object({
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  est_funding_rate: Type.Number({ description: "estimated funding rate of the current period, as of now" }),
  est_funding_rate_timestamp: time,
  last_funding_rate: Type.Number({ description: "funding rate of the last period" }),
  last_funding_rate_timestamp: time,
  next_funding_time: time,
  sum_unitary_funding: Type.Number({
    description: "funding of one unit of base currency since the market began, in USDC",
  }),
});

/** Average rate over a span, and how many periods had a rate above and below zero. */
const fundingStat = Type.Object({ rate: Type.Number(), positive: Type.Integer(), negative: Type.Integer() });

/** The spans of the statistics, in days; `last` is the last period alone. */
export const FUNDING_SPANS_DAYS = { "1d": 1, "3d": 3, "7d": 7, "14d": 14, "30d": 30, "90d": 90, "180d": 180 } as const;

export const funding = {
  getFundingRates: endpoint({
    method: "GET",
    path: "/v1/public/funding_rates",
    summary: "The funding rates of every market",
    auth: "none",
    limit: perIp(10),
    data: rows(fundingRate),
    source: "interface 4.10, rules 6.4",
  }),
  getFundingRate: endpoint({
    method: "GET",
    path: "/v1/public/funding_rate/{symbol}",
    summary: "The funding rates of one market",
    auth: "none",
    limit: perIp(30),
    params: Type.Object({ symbol }),
    data: fundingRate,
    source: "interface 4.10, rules 6.4",
  }),
  getFundingRateHistory: endpoint({
    method: "GET",
    path: "/v1/public/funding_rate_history",
    summary: "Past funding rates of a market, newest first",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ symbol, ...span, ...fundingPaging }),
    data: paged(
      Type.Object({
        symbol: Type.String(),
        funding_rate: Type.Number({ description: "a fraction of the position's value, for one period" }),
        funding_rate_timestamp: time,
        next_funding_time: time,
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 6.6",
  }),
  getFundingStatistics: endpoint({
    method: "GET",
    path: "/v1/public/market_info/funding_history",
    summary: "Average funding rates of every market over periods of up to 180 days",
    auth: "none",
    limit: perIp(10),
    data: rows(
      Type.Object({
        symbol: Type.String(),
        data_start_time: Type.String({ description: "start of the data: YYYY-MM-DD hh:mm:ss, UTC" }),
        funding: Type.Object({
          last: fundingStat,
          "1d": fundingStat,
          "3d": fundingStat,
          "7d": fundingStat,
          "14d": fundingStat,
          "30d": fundingStat,
          "90d": fundingStat,
          "180d": fundingStat,
        }),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10",
  }),
  getFundingFees: endpoint({
    method: "GET",
    path: "/v1/funding_fee/history",
    summary: "Funding that the account's positions paid and received, newest first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    query: Type.Object({ symbol: Type.Optional(symbol), ...span, ...fundingPaging }),
    data: paged(
      Type.Object({
        symbol: Type.String(),
        funding_rate: Type.Number(),
        mark_price: Type.Number({ description: "price at which the position was valued" }),
        funding_fee: Type.Number({ description: "in USDC, never below 0; payment_type says who paid" }),
        payment_type: Type.Enum(["Receive", "Pay"]),
        status: Type.Enum(["Accrued", "Settled"], {
          description: "Settled once the position's profit has been moved to the balance",
        }),
        margin_mode: marginMode,
        created_time: time,
        updated_time: time,
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 6.6",
  }),
};
