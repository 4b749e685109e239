// Strategy vaults in history: what was asked of them, when their periods started, what each wallet put in and took out,
// what shares have cost and paid in fees, and what a vault was worth on each hour. Rules 10.
//
// Figures over a vault's whole life are kept as they happen (`vault_totals`, `vault_holders`). Hours are kept for a month,
// days for good.

import type { Statement } from "bun:sqlite";
import { FIRST_SHARE_PRICE, type VaultEvent, worthOfShares } from "@evermark/engine";
import { DAY_MS, HOUR_MS } from "../../statistics/candles.ts";
import { DAYS, Falls, HOURS, holdersOf, vaultTotals } from "../queries/vault-queries.ts";
import type { Tables } from "../tables/tables.ts";

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

/** Of which hours are kept: the longest span of hours that is asked for, and a day more. */
const HOURS_KEPT_MS = 31 * DAY_MS;

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
      `INSERT OR IGNORE INTO vault_totals VALUES (?, ?, 1, 0, 0, 0, 0, 0, 0, ${FIRST_SHARE_PRICE}, 0, 0, 0)`,
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
    const fee = worthOfShares(performanceFeeShares, strategyPrice);
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
