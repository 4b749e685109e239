// Strategy vaults in history: what was asked of them, when their periods started, what each wallet put in and took out,
// what shares have cost and paid in fees, and what a vault was worth on each hour. Rules 10.
//
// Figures over a vault's whole life are kept as they happen (`vault_totals`, `vault_holders`). Hours are kept for a month,
// days for good.

import type { Statement } from "bun:sqlite";
import type { VaultEvent } from "@evermark/engine/events.ts";
import { type PageFilter, pageOf, Where } from "./page-of.ts";
import type { Page } from "./reader.ts";
import type { Tables } from "./tables.ts";

export const VAULT_TABLES = `
CREATE TABLE vault_operations (
  operation_id INTEGER PRIMARY KEY,
  vault_id TEXT NOT NULL,
  account INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- As asked for: micros, or millionths of a share.
  amount INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- What it came to so far: shares minted, or micros paid.
  result INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX vault_operations_by_account ON vault_operations (account, created_at, vault_id, operation);
CREATE INDEX vault_operations_waiting ON vault_operations (account, vault_id) WHERE state IN ('pending', 'assigned');

CREATE TABLE vault_periods (
  vault_id TEXT NOT NULL,
  period INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (vault_id, period)
) STRICT, WITHOUT ROWID;

-- By the period at whose start the money moved; micros.
CREATE TABLE vault_flows (
  vault_id TEXT NOT NULL,
  account INTEGER NOT NULL,
  period INTEGER NOT NULL,
  deposited INTEGER NOT NULL,
  withdrawn INTEGER NOT NULL,
  PRIMARY KEY (vault_id, account, period)
) STRICT, WITHOUT ROWID;

-- Main shares: how many, what those cost that are left, and the performance fees that they bore up to the fee mark.
CREATE TABLE vault_holders (
  account INTEGER NOT NULL,
  vault_id TEXT NOT NULL,
  shares INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fees REAL NOT NULL,
  fee_mark REAL NOT NULL,
  PRIMARY KEY (account, vault_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vault_totals (
  vault_id TEXT PRIMARY KEY,
  fund INTEGER NOT NULL,
  is_open INTEGER NOT NULL,
  -- What investors have put in, less what they have redeemed; what the provider has taken as performance fee; what the
  -- fund has traded: micros.
  flow INTEGER NOT NULL,
  fees INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  -- Performance fees that one main share has borne since the beginning, USDC.
  fee_mark REAL NOT NULL,
  main_shares INTEGER NOT NULL,
  -- 0 before the first.
  first_period_at INTEGER NOT NULL,
  -- The highest so far, on the hours, and the deepest falls from it: a part of the price, and micros.
  top_price INTEGER NOT NULL,
  top_profit INTEGER NOT NULL,
  drawdown REAL NOT NULL,
  profit_drawdown INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- At the end of an hour (resolution 0) or as the last of a day (1), with the totals of that moment.
CREATE TABLE vault_values (
  vault_id TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  at INTEGER NOT NULL,
  value INTEGER NOT NULL,
  price INTEGER NOT NULL,
  flow INTEGER NOT NULL,
  fees INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  PRIMARY KEY (vault_id, resolution, slot)
) STRICT, WITHOUT ROWID;
`;

const [HOURS, DAYS] = [0, 1];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of which hours are kept: the longest span of hours that is asked for, and a day more. */
const HOURS_KEPT_MS = 31 * DAY_MS;
/** The price of a share at the beginning, 10⁻⁸. */
const FIRST_PRICE = 100_000_000;

type Settled = Extract<VaultEvent, { type: "settled" }>;
type PeriodStarted = Extract<VaultEvent, { type: "period_started" }>;
type Valued = Extract<VaultEvent, { type: "valued" }>;

export class VaultRecords {
  readonly #tables: Tables;
  readonly #putOperation: Statement;
  readonly #advanceOperation: Statement;
  readonly #addVault: Statement;
  readonly #setOpen: Statement;
  readonly #insertPeriod: Statement;
  readonly #addFlow: Statement;
  readonly #putHolder: Statement;
  readonly #startPeriod: Statement;
  readonly #addVolume: Statement;
  readonly #putValue: Statement;
  readonly #forgetHours: Statement;
  readonly #setTops: Statement;
  /** Said before the start of the period that they belong to. */
  #settled: Settled[] = [];
  /** The vault of each open fund; null until it is looked up. */
  #vaultOf: Map<number, string> | null = null;
  /** Traded by funds since the last `write`. */
  readonly #volumes = new Map<string, number>();

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#putOperation = tables.prepare(`INSERT OR IGNORE INTO vault_operations VALUES (${"?, ".repeat(8)}?)`);
    this.#advanceOperation = tables.prepare(
      "UPDATE vault_operations SET state = ?, result = ?, updated_at = ? WHERE operation_id = ?",
    );
    this.#addVault = tables.prepare(
      `INSERT OR IGNORE INTO vault_totals VALUES (?, ?, 1, 0, 0, 0, 0, 0, 0, ${FIRST_PRICE}, 0, 0, 0)`,
    );
    this.#setOpen = tables.prepare("UPDATE vault_totals SET is_open = ? WHERE vault_id = ?");
    this.#insertPeriod = tables.prepare("INSERT OR IGNORE INTO vault_periods VALUES (?, ?, ?)");
    this.#addFlow = tables.prepare(`
      INSERT INTO vault_flows VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (vault_id, account, period) DO UPDATE SET
        deposited = deposited + excluded.deposited,
        withdrawn = withdrawn + excluded.withdrawn`);
    this.#putHolder = tables.prepare("INSERT OR REPLACE INTO vault_holders VALUES (?, ?, ?, ?, ?, ?)");
    this.#startPeriod = tables.prepare(`
      UPDATE vault_totals SET
        flow = flow + ?, fees = fees + ?, fee_mark = fee_mark + ?, main_shares = ?,
        first_period_at = iif(first_period_at = 0, ?, first_period_at)
      WHERE vault_id = ?`);
    this.#addVolume = tables.prepare("UPDATE vault_totals SET volume = volume + ? WHERE vault_id = ?");
    this.#putValue = tables.prepare(`INSERT OR REPLACE INTO vault_values VALUES (${"?, ".repeat(8)}?)`);
    this.#forgetHours = tables.prepare(
      `DELETE FROM vault_values WHERE vault_id = ? AND resolution = ${HOURS} AND slot < ?`,
    );
    this.#setTops = tables.prepare(`
      UPDATE vault_totals SET top_price = ?, top_profit = ?, drawdown = ?, profit_drawdown = ? WHERE vault_id = ?`);
  }

  put(event: VaultEvent): void {
    switch (event.type) {
      case "state_changed":
        this.#addVault.run(event.vaultId, event.fund);
        this.#setOpen.run(event.state === "closed" ? 0 : 1, event.vaultId);
        this.#vaultOf = null;
        break;
      case "operation": {
        const { operationId, vaultId, account, operation, amount, state, result, at } = event;
        this.#putOperation.run(operationId, vaultId, account, operation, amount, state, result, at, at);
        this.#advanceOperation.run(state, result, at, operationId);
        break;
      }
      case "settled":
        this.#settled.push(event);
        break;
      case "period_started":
        this.#start(event);
        break;
      case "valued":
        this.#value(event);
        break;
    }
  }

  /** One leg of a trade; micros. */
  trade(account: number, notional: number): void {
    this.#vaultOf ??= this.#openFunds();
    if (this.#vaultOf.size === 0) return;
    const vaultId = this.#vaultOf.get(account);
    if (vaultId !== undefined) this.#volumes.set(vaultId, (this.#volumes.get(vaultId) ?? 0) + notional);
  }

  write(): void {
    for (const [vaultId, volume] of this.#volumes) this.#addVolume.run(volume, vaultId);
    this.#volumes.clear();
  }

  #openFunds(): Map<number, string> {
    const open = this.#tables.all<{ fund: number; vaultId: string }>(
      "SELECT fund, vault_id AS vaultId FROM vault_totals WHERE is_open = 1",
    );
    return new Map(open.map(({ fund, vaultId }) => [fund, vaultId]));
  }

  /** The fee is borne by the shares that there were before; then come those that the start minted and burned. */
  #start(event: PeriodStarted): void {
    const { vaultId, period, at, performanceFeeShares, strategyPrice } = event;
    const settled = this.#settled.filter((each) => each.vaultId === vaultId);
    this.#settled = this.#settled.filter((each) => each.vaultId !== vaultId);
    const before = vaultTotals(this.#tables, vaultId);
    // Told by tables that are older than these: they begin empty, with whatever vaults there are.
    if (before === undefined) return;
    const fee = Number((BigInt(performanceFeeShares) * BigInt(strategyPrice)) / BigInt(FIRST_PRICE));
    const feePerShare = before.mainShares === 0 ? 0 : fee / before.mainShares;
    this.#insertPeriod.run(vaultId, period, at);
    const flow = event.deposited - event.withdrawn;
    this.#startPeriod.run(flow, fee, feePerShare, event.mainShares, at, vaultId);
    for (const each of settled) this.#settle(each, before.feeMark + feePerShare);
  }

  #settle({ vaultId, account, operation, period, shares, amount }: Settled, feeMark: number): void {
    const isDeposit = operation === "LP_DEPOSIT" || operation === "SP_DEPOSIT";
    this.#addFlow.run(vaultId, account, period, isDeposit ? amount : 0, isDeposit ? 0 : amount);
    // The provider's strategy shares are not an investor's.
    if (operation.startsWith("SP")) return;
    const held = holdersOf(this.#tables, [account]).find((each) => each.vaultId === vaultId);
    const before = held ?? { shares: 0, cost: 0, fees: 0, feeMark };
    const fees = before.fees + before.shares * (feeMark - before.feeMark);
    const after = isDeposit
      ? { shares: before.shares + shares, cost: before.cost + amount }
      : { shares: Math.max(0, before.shares - shares), cost: costLeft(before, shares) };
    this.#putHolder.run(account, vaultId, after.shares, after.cost, fees, feeMark);
  }

  #value({ vaultId, value, mainPrice: price, at }: Valued): void {
    this.write();
    const totals = vaultTotals(this.#tables, vaultId);
    if (totals === undefined) return;
    const { flow, fees, volume } = totals;
    const row = [at, value, price, flow, fees, volume] as const;
    this.#putValue.run(vaultId, HOURS, Math.floor(at / HOUR_MS), ...row);
    this.#putValue.run(vaultId, DAYS, Math.floor(at / DAY_MS), ...row);
    this.#forgetHours.run(vaultId, Math.floor((at - HOURS_KEPT_MS) / HOUR_MS));
    const falls = new Falls(totals).add({ price, profit: value - flow });
    this.#setTops.run(falls.topPrice, falls.topProfit, falls.drawdown, falls.profitDrawdown, vaultId);
  }
}

/** What remains of what shares cost when some are redeemed: the same part as of the shares, rounded down. */
function costLeft({ shares, cost }: { shares: number; cost: number }, redeemed: number): number {
  if (redeemed >= shares) return 0;
  return Number((BigInt(cost) * BigInt(shares - redeemed)) / BigInt(shares));
}

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

function vaultTotals(tables: Tables, vaultId: string): VaultTotals | undefined {
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
  const from = base ?? { price: FIRST_PRICE, value: 0, flow: 0 };
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

function holdersOf(tables: Tables, accounts: readonly number[]): HolderRow[] {
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
