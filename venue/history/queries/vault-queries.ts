// Reads of strategy vaults: their value over time, drawdowns, deposits and withdrawals, and each investor's share. Rules 10.

import { FIRST_SHARE_PRICE } from "@evermark/engine";
import { DAY_MS, HOUR_MS } from "../../sums/candle-sums.ts";
import type { Row } from "../schema/schema.ts";
import { VALUE_RESOLUTIONS } from "../schema/vault-tables.ts";
import type { Reads } from "../tables/history-store.ts";
import { given, indexed, sql, within } from "../tables/query-builder.ts";
import { type Page, type PageFilter, paged, pageOf } from "../tables/row-pages.ts";
import { select, selectAll } from "../tables/selection.ts";
import { filtered, statement } from "../tables/statement.ts";
import { Drawdowns } from "./drawdowns.ts";

const TOTALS = selectAll("vault_totals", ["vault_id", "fund", "is_open"]);
const TOTALS_OF = statement((builder, { vaultId }: { vaultId: string }) =>
  builder.selectFrom("vault_totals").select(TOTALS.columns).where("vault_id", "=", vaultId),
);

export type VaultTotals = Omit<Row<"vault_totals">, "vaultId" | "fund" | "isOpen">;

export function vaultTotals(tables: Reads, vaultId: string): VaultTotals | undefined {
  return tables.first(TOTALS_OF, { vaultId });
}

/** A vault's value at one moment, with its totals up to then. */
export type VaultValueRow = Omit<Row<"vault_values">, "vaultId" | "resolution" | "slot">;

const VALUE = selectAll("vault_values", ["vault_id", "resolution", "slot"]);

/** More days than any vault has; bounds the length of a list. */
const VALUES_MAX = 4_000;

interface ValuesAsked {
  readonly vaultId: string;
  readonly resolution: number;
  readonly slot: number;
}

const VALUES = statement((builder, { vaultId, resolution, slot }: ValuesAsked) =>
  builder
    .selectFrom("vault_values")
    .select(VALUE.columns)
    .where(given("vault_values", { vault_id: vaultId, resolution }))
    .where("slot", ">=", slot)
    .orderBy("slot", "desc")
    .limit(VALUES_MAX),
);

/** Oldest first, from `since` on; hourly values go back at most a month. */
export function vaultValues(
  tables: Reads,
  { vaultId, since, daily }: { readonly vaultId: string; readonly since: number; readonly daily: boolean },
): VaultValueRow[] {
  const slot = Math.floor(since / (daily ? DAY_MS : HOUR_MS));
  return tables.all(VALUES, { vaultId, resolution: VALUE_RESOLUTIONS.indexOf(daily ? "day" : "hour"), slot }).reverse();
}

export interface VaultSpan {
  /** The last value at or before the span's beginning; absent when the vault is younger. */
  readonly base: VaultValueRow | undefined;
  /** Computed over the hourly values since, starting from the base. */
  readonly falls: Pick<Drawdowns, "topPrice" | "topProfit" | "drawdown" | "profitDrawdown">;
  readonly lowest: Pick<VaultValueRow, "at" | "price"> | undefined;
}

export interface VaultFigures {
  readonly totals: VaultTotals | undefined;
  /** One for each requested beginning. */
  readonly spans: readonly VaultSpan[];
}

/** @param sinces beginnings of spans, at most a month ago */
export function vaultFigures(tables: Reads, vaultId: string, sinces: readonly number[]): VaultFigures {
  return { totals: vaultTotals(tables, vaultId), spans: sinces.map((since) => spanOf(tables, vaultId, since)) };
}

/** The last value at or before a time. */
const VALUE_BY = statement((builder, { vaultId, resolution, slot }: ValuesAsked) =>
  builder
    .selectFrom("vault_values")
    .select(VALUE.columns)
    .where(given("vault_values", { vault_id: vaultId, resolution }))
    .where("slot", "<=", slot)
    .orderBy("slot", "desc")
    .limit(1),
);

function spanOf(tables: Reads, vaultId: string, since: number): VaultSpan {
  const base = tables.first(VALUE_BY, {
    vaultId,
    resolution: VALUE_RESOLUTIONS.indexOf("hour"),
    slot: Math.floor(since / HOUR_MS),
  });
  const hours = vaultValues(tables, { vaultId, since: since + 1, daily: false });
  const from = base ?? { price: FIRST_SHARE_PRICE, value: 0, flow: 0 };
  const falls = new Drawdowns({ topPrice: from.price, topProfit: from.value - from.flow });
  let lowest: Pick<VaultValueRow, "at" | "price"> | undefined = base;
  for (const { at, price, value, flow } of hours) {
    falls.add({ price, profit: value - flow });
    if (lowest === undefined || price < lowest.price) lowest = { at, price };
  }
  return { base, falls: { ...falls }, lowest };
}

type VaultOperationRow = Omit<Row<"vault_operations">, "account">;

interface VaultOperationFilter extends PageFilter {
  readonly account: number;
  readonly vaultId?: string | undefined;
  readonly operations?: readonly VaultOperationRow["operation"][] | undefined;
}

const OPERATION = selectAll("vault_operations", ["account"]);
const OPERATIONS = paged(
  (builder, { account, vaultId, operations, ...span }: VaultOperationFilter) =>
    builder
      .selectFrom("vault_operations")
      .where(given("vault_operations", { account, vault_id: vaultId, operation: operations }))
      .where(within("created_at", span)),
  (found) => found.select(OPERATION.columns).orderBy("created_at", "desc").orderBy("operation_id", "desc"),
);

/** Newest first. */
export function vaultOperations(tables: Reads, filter: VaultOperationFilter): Page<VaultOperationRow> {
  return pageOf(tables, OPERATIONS, filter);
}

const HOLDER = selectAll("vault_holders");
const HOLDERS = filtered((builder, { accounts }: { accounts: readonly number[] }) =>
  builder
    .selectFrom("vault_holders")
    .select(HOLDER.columns)
    .where(given("vault_holders", { account: accounts }))
    .orderBy("account")
    .orderBy("vault_id"),
);

export function holdersOf(tables: Reads, accounts: readonly number[]): Row<"vault_holders">[] {
  return tables.all(HOLDERS, { accounts });
}

/** One account's investment in one vault. */
export interface InvestorRow {
  readonly account: number;
  readonly vaultId: string;
  /** What its shares cost, and the performance fees charged on them; micros. */
  readonly cost: number;
  readonly fees: number;
  /** Deposits that wait for the next period to start; micros. */
  readonly waiting: number;
}

/** Every vault in which one of the accounts has or had shares, or has requested some. */
export function vaultInvestors(tables: Reads, accounts: readonly number[]): InvestorRow[] {
  const waiting = tables.all(WAITING, { accounts });
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

const WAITING = filtered((builder, { accounts }: { accounts: readonly number[] }) =>
  builder
    .selectFrom(indexed("vault_operations", "vault_operations_waiting"))
    .select(["account", "vault_id as vaultId", sql<number>`sum(amount)`.as("amount")])
    .where(given("vault_operations", { account: accounts }))
    .where("state", "in", ["pending", "assigned"])
    .where("operation", "=", "LP_DEPOSIT")
    .groupBy(["account", "vault_id"])
    .orderBy("account")
    .orderBy("vault_id"),
);

interface PeriodsAsked {
  readonly vaultId: string;
  readonly accounts: readonly number[];
  /** Both inclusive. */
  readonly from: number;
  readonly to: number;
}

interface VaultPeriods {
  readonly starts: readonly { readonly period: number; readonly at: number }[];
  /** What the accounts deposited and withdrew at the start of each period; micros. */
  readonly flows: readonly { readonly period: number; readonly deposited: number; readonly withdrawn: number }[];
}

const STARTS = statement((builder, { vaultId, from, to }: Omit<PeriodsAsked, "accounts">) =>
  builder
    .selectFrom("vault_periods")
    .select(["period", "started_at as at"])
    .where("vault_id", "=", vaultId)
    .where("period", ">=", from)
    .where("period", "<=", to)
    .orderBy("period"),
);

const FLOW = select("vault_flows", ["period", "deposited", "withdrawn"]);
const FLOWS = statement(
  (builder, { vaultId, account, from, to }: Omit<PeriodsAsked, "accounts"> & { account: number }) =>
    builder
      .selectFrom("vault_flows")
      .select(FLOW.columns)
      .where(given("vault_flows", { vault_id: vaultId, account }))
      .where("period", ">=", from)
      .where("period", "<=", to)
      .orderBy("period"),
);

export function vaultPeriods(tables: Reads, { vaultId, accounts, from, to }: PeriodsAsked): VaultPeriods {
  const starts = tables.all(STARTS, { vaultId, from, to });
  const flows = accounts.flatMap((account) => tables.all(FLOWS, { vaultId, account, from, to }));
  return { starts, flows };
}
