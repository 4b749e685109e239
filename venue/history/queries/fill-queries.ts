// Reads of fills, and of the sums of an account's fills over time. Trade ids rise with time, so the newest fill has the
// highest id.

import { MINUTE_MS, MONTH_DAYS, WEEK_DAYS } from "../../sums/candle-sums.ts";
import type { FillSums } from "../../sums/fill-sums.ts";
import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { given, indexed, sql, within } from "../tables/query-builder.ts";
import { type Page, type PageFilter, paged, pageOf } from "../tables/row-pages.ts";
import { selectAll } from "../tables/selection.ts";
import { filtered, statement } from "../tables/statement.ts";

/** A list of fills covers only this many latest fills of the account, unless it is of one order. */
const FILLS_REACH = 500;

export const FILL = selectAll("fills", ["cost"]);

/** One account's side of a match. */
export type FillRow = Omit<Row<"fills">, "cost">;

export interface FillFilter extends PageFilter {
  readonly account: number;
  readonly market?: number;
  readonly orderId?: number;
}

const FILLS = paged(
  (builder, { account, market, orderId, ...span }: FillFilter) => {
    const latest = builder
      .selectFrom(indexed("fills", "fills_by_account"))
      .selectAll()
      .where("account", "=", account)
      .orderBy("at", "desc")
      .orderBy("trade_id", "desc")
      .limit(FILLS_REACH);
    const ofOrder = builder
      .selectFrom(indexed("fills", "fills_by_order"))
      .selectAll()
      .where(given("fills", { account, order_id: orderId }));
    return builder
      .selectFrom((orderId === undefined ? latest : ofOrder).as("fills"))
      .where(given("fills", { market }))
      .where(within("at", span));
  },
  (found) => found.select(FILL.columns).orderBy("trade_id", "desc"),
);

/** Newest first; covers only the latest 500 fills of the account, unless `orderId` is given. */
export function fills(tables: Reads, filter: FillFilter): Page<FillRow> {
  const { rows, total } = pageOf(tables, FILLS, filter);
  return { rows: FILL.rows(rows), total };
}

const BY_NUMBER = statement((builder, { account, tradeId }: { account: number; tradeId: number }) =>
  builder
    .selectFrom("fills")
    .select(FILL.columns)
    .where(given("fills", { trade_id: tradeId, account })),
);

export function fill(tables: Reads, account: number, tradeId: number): FillRow | undefined {
  return FILL.row(tables.first(BY_NUMBER, { account, tradeId }));
}

const OF_ALGO_ORDER = statement((builder, values: { account: number; algoOrderId: number; limit: number }) =>
  builder
    .selectFrom("algo_fills")
    .crossJoin("fills")
    .select(FILL.columns)
    .whereRef("fills.trade_id", "=", "algo_fills.trade_id")
    .where("algo_order_id", "=", values.algoOrderId)
    .where("account", "=", values.account)
    .orderBy("algo_fills.trade_id", "desc")
    .limit(values.limit),
);

/** The fills of all orders that one algo order placed, newest first. Rules 3.2. */
export function algoFills(tables: Reads, account: number, algoOrderId: number, limit: number): readonly FillRow[] {
  return FILL.rows(tables.all(OF_ALGO_ORDER, { account, algoOrderId, limit }));
}

/** The sums of an account's fills in one market and margin mode. */
export type FillSumsRow = FillSums & Pick<Row<"account_minutes">, "market" | "marginMode">;

/** The same for the minute that begins at `start`. */
export type AccountMinuteRow = Row<"account_minutes">;

const MINUTE = selectAll("account_minutes");
const MINUTES_SINCE = statement((builder, { start }: { start: number }) =>
  builder
    .selectFrom("account_minutes")
    .select(MINUTE.columns)
    .where("start", ">=", start)
    .orderBy("start")
    .orderBy("account")
    .orderBy("market")
    .orderBy("margin_mode"),
);

/** Every account's sums, from the minute that contains `since` on. */
export function accountMinutesSince(tables: Reads, since: number): AccountMinuteRow[] {
  return MINUTE.rows(tables.all(MINUTES_SINCE, { start: Math.floor(since / MINUTE_MS) * MINUTE_MS }));
}

/** Sums of one account in one market. */
export interface MarketSums {
  readonly account: number;
  readonly market: number;
  readonly week: FillSums;
  readonly month: FillSums;
}

const SUMMED = ["quantity", "cost", "fee", "volume", "trades", "closes", "wins"] as const satisfies (keyof FillSums)[];

interface SumsAsked {
  readonly accounts: readonly number[];
  /** The last day before the month, and the last before the week. */
  readonly beforeMonth: number;
  readonly beforeWeek: number;
}

const MARKET_SUMS = filtered((builder, { accounts, beforeMonth, beforeWeek }: SumsAsked) =>
  builder
    .selectFrom("account_market_days")
    .select(["account", "market"])
    .select(
      SUMMED.flatMap((name) => [
        sql<number>`sum(${sql.ref(name)})`.as(name),
        sql<number>`sum(case when day > ${beforeWeek} then ${sql.ref(name)} else 0 end)`.as(`${name}_week`),
      ]),
    )
    .where(given("account_market_days", { account: accounts }))
    .where("day", ">", beforeMonth)
    .groupBy(["account", "market"])
    .orderBy("account")
    .orderBy("market"),
);

/**
 * Sums over the month that ends with `today`, and over its last week. Accounts that did not trade have no row.
 */
export function accountMarketSums(
  tables: Reads,
  { accounts, today }: { readonly accounts: readonly number[]; readonly today: number },
): MarketSums[] {
  const beforeMonth = today - MONTH_DAYS;
  const rows = tables.all(MARKET_SUMS, { accounts, beforeMonth, beforeWeek: today - WEEK_DAYS });
  return rows.map((row) => ({
    account: row.account,
    market: row.market,
    month: sumsOf(row, ""),
    week: sumsOf(row, "_week"),
  }));
}

function sumsOf(row: object, suffix: "" | "_week"): FillSums {
  const sums = row as Readonly<Record<string, number>>;
  return Object.fromEntries(SUMMED.map((name) => [name, sums[name + suffix]!])) as Record<keyof FillSums, number>;
}
