// Funding in history: the rate of every settlement, and what every position paid or received in it. A payment is accrued
// until its row is settled. Rules 6.6, `GET /v1/public/funding_rate_history`, `GET /v1/funding_fee/history`.

import type { Statement } from "bun:sqlite";
import type { FundingEvent, FundsEvent, MarginMode } from "@evermark/engine";
import type { Page } from "../queries/rows.ts";
import { type PageFilter, pageOf, Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";

export const FUNDING_TABLES = `
CREATE TABLE funding_rates (
  market INTEGER NOT NULL,
  at INTEGER NOT NULL,
  rate INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  PRIMARY KEY (market, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE funding_payments (
  payment_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  margin_mode TEXT NOT NULL,
  rate INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- 0 until the row is settled.
  settled_at INTEGER NOT NULL,
  -- Signed lots of the position. Unknown of what was written before schema 7.
  quantity INTEGER
) STRICT;
CREATE INDEX funding_payments_by_account ON funding_payments (account, at, market);
CREATE INDEX funding_payments_unsettled ON funding_payments (account) WHERE settled_at = 0;
`;

export const FUNDING_PAYMENT_QUANTITY = "ALTER TABLE funding_payments ADD COLUMN quantity INTEGER;";

/** For the settlements of all markets since a time. */
export const FUNDING_RATE_INDEXES = `
CREATE INDEX funding_rates_by_time ON funding_rates (at, market);
`;

export class FundingRecords {
  readonly #insertRate: Statement;
  readonly #insertPayment: Statement;
  readonly #settle: Statement;

  constructor(tables: Tables) {
    this.#insertRate = tables.prepare("INSERT INTO funding_rates VALUES (?, ?, ?, ?)");
    this.#insertPayment = tables.prepare("INSERT INTO funding_payments VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, 0, ?)");
    this.#settle = tables.prepare(
      "UPDATE funding_payments INDEXED BY funding_payments_unsettled SET settled_at = ? WHERE account = ? AND settled_at = 0",
    );
  }

  put(event: FundingEvent): void {
    if (event.type === "applied") this.#insertRate.run(event.market, event.at, event.rate, event.mark);
    if (event.type !== "paid") return;
    const { account, market, marginMode, rate, mark, fee, at, quantity } = event;
    this.#insertPayment.run(account, market, marginMode, rate, mark, fee, at, quantity);
  }

  settled({ account, at }: Extract<FundsEvent, { type: "settled" }>): void {
    this.#settle.run(at, account);
  }
}

export interface FundingRateRow {
  readonly market: number;
  readonly at: number;
  /** 10⁻¹⁰. */
  readonly rate: number;
  readonly mark: number;
}

/** With the time of the settlement after it, null as long as there is none: a market's period may have changed since. */
interface FundingRateInTurn extends FundingRateRow {
  readonly nextAt: number | null;
}

/** Newest first. */
export function fundingRates(
  tables: Tables,
  filter: PageFilter & { readonly market: number },
): Page<FundingRateInTurn> {
  const where = new Where().and("market = ?", filter.market).within("at", filter);
  const next = "(SELECT MIN(at) FROM funding_rates WHERE market = this.market AND at > this.at) AS nextAt";
  return pageOf(
    tables,
    { columns: `market, at, rate, mark, ${next}`, from: "funding_rates AS this", time: "at", key: "market" },
    where,
    filter,
  );
}

/** The rates before a time, newest first. */
export function fundingRatesBefore(
  tables: Tables,
  filter: Pick<PageFilter, "startTime" | "endTime"> & {
    readonly market: number;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): FundingRateRow[] {
  const where = new Where().and("market = ?", filter.market).within("at", filter).and("at < ?", filter.before);
  return tables.all(
    `SELECT market, at, rate, mark FROM funding_rates WHERE ${where.text} ORDER BY at DESC LIMIT ?`,
    ...where.values,
    filter.limit,
  );
}

/** Of every market, oldest first. */
export function fundingRatesSince(tables: Tables, since: number): FundingRateRow[] {
  return tables.all("SELECT market, at, rate, mark FROM funding_rates WHERE at >= ? ORDER BY at, market", since);
}

export const FUNDING_PAYMENT_COLUMNS =
  "market, margin_mode AS marginMode, rate, mark, fee, at, settled_at AS settledAt";

export interface FundingPaymentRow extends FundingRateRow {
  readonly marginMode: MarginMode;
  /** Paid if positive, received if negative; micros. */
  readonly fee: number;
  /** 0 until the row is settled. */
  readonly settledAt: number;
}

/** Newest first. */
export function fundingPayments(
  tables: Tables,
  filter: PageFilter & { readonly account: number; readonly market?: number | undefined },
): Page<FundingPaymentRow> {
  const where = new Where().and("account = ?", filter.account).within("at", filter).and("market = ?", filter.market);
  return pageOf(
    tables,
    { columns: FUNDING_PAYMENT_COLUMNS, from: "funding_payments", time: "at", key: "payment_id" },
    where,
    filter,
  );
}
