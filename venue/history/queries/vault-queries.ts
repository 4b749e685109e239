// What is asked of strategy vaults: what they were worth over time, how far they fell, what went in and out of them, and what
// each investor has. The tables and what writes them are in vault-records.ts. Rules 10.

import { FIRST_SHARE_PRICE } from "@evermark/engine";
import { DAY_MS, HOUR_MS } from "../../statistics/candles.ts";
import { type PageFilter, pageOf, Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";
import type { Page } from "./rows.ts";

/** What `resolution` says of a value. */
export const [HOURS, DAYS] = [0, 1];
/** How deep a price and a profit have fallen from the highest that they had. */
export class Falls {
  topPrice: number;
  topProfit: number;
  drawdown: number;
  profitDrawdown: number;

  constructor(from: Pick<Falls, "topPrice" | "topProfit"> & Partial<Pick<Falls, "drawdown" | "profitDrawdown">>) {
    this.topPrice = from.topPrice;
    this.topProfit = from.topProfit;
    this.drawdown = from.drawdown ?? 0;
    this.profitDrawdown = from.profitDrawdown ?? 0;
  }

  add({ price, profit }: { readonly price: number; readonly profit: number }): this {
    this.topPrice = Math.max(this.topPrice, price);
    this.topProfit = Math.max(this.topProfit, profit);
    this.drawdown = Math.max(this.drawdown, this.topPrice === 0 ? 0 : 1 - price / this.topPrice);
    this.profitDrawdown = Math.max(this.profitDrawdown, this.topProfit - profit);
    return this;
  }
}

export interface VaultTotals {
  /** Micros: put in less redeemed by investors, performance fees, traded by the fund. */
  readonly flow: number;
  readonly fees: number;
  readonly volume: number;
  /** USDC that one main share has borne in fees. */
  readonly feeMark: number;
  readonly mainShares: number;
  readonly firstPeriodAt: number;
  readonly topPrice: number;
  readonly topProfit: number;
  readonly drawdown: number;
  readonly profitDrawdown: number;
}

export function vaultTotals(tables: Tables, vaultId: string): VaultTotals | undefined {
  return tables.first<VaultTotals>(
    `SELECT flow, fees, volume, fee_mark AS feeMark, main_shares AS mainShares, first_period_at AS firstPeriodAt,
      top_price AS topPrice, top_profit AS topProfit, drawdown, profit_drawdown AS profitDrawdown
    FROM vault_totals WHERE vault_id = ?`,
    vaultId,
  );
}

/** What a vault was worth at a moment, with its totals up to then. */
export interface VaultValueRow {
  readonly at: number;
  readonly value: number;
  readonly price: number;
  readonly flow: number;
  readonly fees: number;
  readonly volume: number;
}

const VALUE_COLUMNS = "at, value, price, flow, fees, volume";

/** More days than any vault has; a list that is asked for stays short. */
const VALUES_MAX = 4_000;

/** Oldest first, from a time on; by hours at most a month back. */
export function vaultValues(
  tables: Tables,
  { vaultId, since, daily }: { readonly vaultId: string; readonly since: number; readonly daily: boolean },
): VaultValueRow[] {
  const slot = Math.floor(since / (daily ? DAY_MS : HOUR_MS));
  const newest = tables.all<VaultValueRow>(
    `SELECT ${VALUE_COLUMNS} FROM vault_values WHERE vault_id = ? AND resolution = ? AND slot >= ?
    ORDER BY slot DESC LIMIT ${VALUES_MAX}`,
    vaultId,
    daily ? DAYS : HOURS,
    slot,
  );
  return newest.reverse();
}

export interface VaultSpan {
  /** The last value at or before its beginning; absent when the vault is younger. */
  readonly base: VaultValueRow | undefined;
  /** Over the hours since, from the base on. */
  readonly falls: Pick<Falls, "topPrice" | "topProfit" | "drawdown" | "profitDrawdown">;
  readonly lowest: Pick<VaultValueRow, "at" | "price"> | undefined;
}

export interface VaultFigures {
  readonly totals: VaultTotals | undefined;
  /** For each of the asked beginnings. */
  readonly spans: readonly VaultSpan[];
}

/** @param sinces beginnings of spans, at most a month ago */
export function vaultFigures(tables: Tables, vaultId: string, sinces: readonly number[]): VaultFigures {
  return { totals: vaultTotals(tables, vaultId), spans: sinces.map((since) => spanOf(tables, vaultId, since)) };
}

function spanOf(tables: Tables, vaultId: string, since: number): VaultSpan {
  const base = tables.first<VaultValueRow>(
    `SELECT ${VALUE_COLUMNS} FROM vault_values WHERE vault_id = ? AND resolution = ${HOURS} AND slot <= ?
    ORDER BY slot DESC LIMIT 1`,
    vaultId,
    Math.floor(since / HOUR_MS),
  );
  const hours = vaultValues(tables, { vaultId, since: since + 1, daily: false });
  const from = base ?? { price: FIRST_SHARE_PRICE, value: 0, flow: 0 };
  const falls = new Falls({ topPrice: from.price, topProfit: from.value - from.flow });
  let lowest: Pick<VaultValueRow, "at" | "price"> | undefined = base;
  for (const { at, price, value, flow } of hours) {
    falls.add({ price, profit: value - flow });
    if (lowest === undefined || price < lowest.price) lowest = { at, price };
  }
  return { base, falls: { ...falls }, lowest };
}

interface VaultOperationRow {
  readonly operationId: number;
  readonly vaultId: string;
  readonly operation: "LP_DEPOSIT" | "LP_WITHDRAW" | "SP_DEPOSIT" | "SP_WITHDRAW";
  readonly amount: number;
  readonly state: "pending" | "assigned" | "completed" | "failed";
  readonly result: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface VaultOperationFilter extends PageFilter {
  readonly account: number;
  readonly vaultId?: string | undefined;
  readonly operations?: readonly VaultOperationRow["operation"][] | undefined;
}

/** Newest first. */
export function vaultOperations(tables: Tables, filter: VaultOperationFilter): Page<VaultOperationRow> {
  const where = new Where()
    .and("account = ?", filter.account)
    .within("created_at", filter)
    .and("vault_id = ?", filter.vaultId)
    .oneOf("operation", filter.operations);
  const columns = `operation_id AS operationId, vault_id AS vaultId, operation, amount, state, result,
    created_at AS createdAt, updated_at AS updatedAt`;
  return pageOf(tables, { columns, from: "vault_operations", time: "created_at", key: "operation_id" }, where, filter);
}

interface HolderRow {
  readonly account: number;
  readonly vaultId: string;
  readonly shares: number;
  readonly cost: number;
  readonly fees: number;
  readonly feeMark: number;
}

export function holdersOf(tables: Tables, accounts: readonly number[]): HolderRow[] {
  const where = new Where().oneOf("account", accounts);
  return tables.all<HolderRow>(
    `SELECT account, vault_id AS vaultId, shares, cost, fees, fee_mark AS feeMark FROM vault_holders WHERE ${where.text}`,
    ...where.values,
  );
}

/** One account's part in one vault. */
export interface InvestorRow {
  readonly account: number;
  readonly vaultId: string;
  /** What its shares cost, and the performance fees that they have borne; micros. */
  readonly cost: number;
  readonly fees: number;
  /** Deposits that wait for the start of a period. */
  readonly waiting: number;
}

/** Every vault in which one of the accounts has or had shares, or has asked for some. */
export function vaultInvestors(tables: Tables, accounts: readonly number[]): InvestorRow[] {
  const waiting = waitingOf(tables, accounts);
  const held = holdersOf(tables, accounts).map(({ account, vaultId, shares, cost, fees, feeMark }) => {
    const since = shares * ((vaultTotals(tables, vaultId)?.feeMark ?? feeMark) - feeMark);
    return { account, vaultId, cost, fees: Math.round(fees + since), waiting: 0 };
  });
  for (const { account, vaultId, amount } of waiting) {
    const known = held.find((each) => each.account === account && each.vaultId === vaultId);
    if (known === undefined) held.push({ account, vaultId, cost: 0, fees: 0, waiting: amount });
    else known.waiting = amount;
  }
  return held;
}

function waitingOf(tables: Tables, accounts: readonly number[]) {
  const where = new Where().oneOf("account", accounts);
  return tables.all<{ account: number; vaultId: string; amount: number }>(
    `SELECT account, vault_id AS vaultId, sum(amount) AS amount FROM vault_operations
    INDEXED BY vault_operations_waiting
    WHERE ${where.text} AND state IN ('pending', 'assigned') AND operation = 'LP_DEPOSIT' GROUP BY account, vault_id`,
    ...where.values,
  );
}

interface PeriodsAsked {
  readonly vaultId: string;
  readonly accounts: readonly number[];
  /** Both included. */
  readonly from: number;
  readonly to: number;
}

interface VaultPeriods {
  readonly starts: readonly { readonly period: number; readonly at: number }[];
  /** What the accounts put in and took out at the start of a period; micros. */
  readonly flows: readonly { readonly period: number; readonly deposited: number; readonly withdrawn: number }[];
}

export function vaultPeriods(tables: Tables, { vaultId, accounts, from, to }: PeriodsAsked): VaultPeriods {
  const starts = tables.all<VaultPeriods["starts"][number]>(
    "SELECT period, started_at AS at FROM vault_periods WHERE vault_id = ? AND period BETWEEN ? AND ? ORDER BY period",
    vaultId,
    from,
    to,
  );
  const flows = accounts.flatMap((account) =>
    tables.all<VaultPeriods["flows"][number]>(
      `SELECT period, deposited, withdrawn FROM vault_flows
      WHERE vault_id = ? AND account = ? AND period BETWEEN ? AND ?`,
      vaultId,
      account,
      from,
      to,
    ),
  );
  return { starts, flows };
}
