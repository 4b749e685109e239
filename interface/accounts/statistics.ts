// An account's volumes, fees and values. Interface 4.10.

import Type from "typebox";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { inUnit, paging, rows, time } from "../rows/shapes.ts";

const scopes = ["read", "trading"] as const;

/** How many of the latest days the daily figures show, unless older ones are asked for. */
export const RECENT_DAYS = 90;

const date = Type.String({
  minLength: 1,
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  description: "YYYY-MM-DD, a UTC date, inclusive",
});

const usdc = (description: string) => Type.Number({ description: inUnit(description, "in USDC") });
const traded = (span: string) => usdc(`value of what the account bought and sold ${span}`);
const fees = (span: string) => usdc(`trading fees of ${span}, less rebates`);
const DAYS_30 = "on today's date and the 29 before it";

export const statistics = {
  getStatistics: endpoint({
    method: "GET",
    path: "/v1/client/statistics",
    summary:
      "What the account has traded and paid, by the UTC calendar; every market is a perpetual, so the figures with and without `perp` are the same",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: Type.Object({
      days_since_registration: Type.Integer({ description: "whole days since the account was opened" }),
      fees_paid_last_30_days: fees("today's date and the 29 before it"),
      perp_fees_paid_last_30_days: fees("today's date and the 29 before it"),
      perp_trading_volume_last_24_hours: traded("in the last 24 hours, by whole minutes"),
      perp_trading_volume_last_7_days: traded("on today's date and the six before it"),
      perp_trading_volume_last_30_days: traded(DAYS_30),
      perp_trading_volume_ytd: traded("since the first of January"),
      perp_trading_volume_ltd: traded("since it was opened"),
      trading_volume_last_24_hours: traded("in the last 24 hours, by whole minutes"),
      trading_volume_last_30_days: traded(DAYS_30),
      trading_volume_ytd: traded("since the first of January"),
    }),
    errors: ["core_unavailable"],
    source: "interface 4.10",
  }),
  getDailyStatistics: endpoint({
    method: "GET",
    path: "/v1/client/statistics/daily",
    summary: `What the account was worth at the end of each completed day, and what it traded and earned on that day; newest first, the last ${RECENT_DAYS} days unless older ones are requested`,
    auth: "signed",
    scopes,
    limit: perUser(10),
    query: Type.Object({
      start_date: date,
      end_date: date,
      ...paging,
      include_historical_data: Type.Optional(
        Type.Boolean({
          default: false,
          description: `true: also days more than ${RECENT_DAYS} days ago; the limit is then 1 request per 60 s`,
        }),
      ),
    }),
    data: rows(
      Type.Object({
        date: Type.String({ description: "YYYY-MM-DD, from 00:00 to 24:00 UTC" }),
        account_value: usdc(
          "balance, isolated margin, unsettled profit and withdrawals in progress at the end of the day",
        ),
        perp_volume: traded("on that day"),
        pnl: usdc("change of the account's value since the day before, without money that came in or went out"),
        snapshot_time: Type.Integer({ ...time, description: "end of the day, in milliseconds since 1970" }),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10",
  }),
};

/** The row of the daily figures with all days, for its own limit. */
export const allDailyStatistics = {
  ...statistics.getDailyStatistics,
  path: `${statistics.getDailyStatistics.path}?include_historical_data=true`,
  limit: perUser(1, 60_000),
};
