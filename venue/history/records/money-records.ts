// Money in history beyond the ledger's single entries: settlements, transfers between accounts, withdrawals in their last
// state, and what the daily job paid out. Rules 4.5, 8.5, 9.

import type { Statement } from "bun:sqlite";
import type { FundsEvent } from "@evermark/engine";
import type { Page } from "../queries/rows.ts";
import { type PageFilter, pageOf, Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";
import { DepositRecords } from "./deposit-records.ts";

export const MONEY_TABLES = `
CREATE TABLE settlements (
  settlement_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  holding_before INTEGER NOT NULL,
  holding_after INTEGER NOT NULL,
  -- [{market, amount}]: JSON.
  symbols TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX settlements_by_account ON settlements (account, at);

CREATE TABLE transfers (
  transfer_id INTEGER PRIMARY KEY,
  request_id INTEGER NOT NULL,
  sender INTEGER NOT NULL,
  receiver INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE withdrawals (
  withdrawal_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  chain_id INTEGER NOT NULL,
  receiver TEXT NOT NULL,
  state TEXT NOT NULL,
  tx_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX withdrawals_by_account ON withdrawals (account, created_at);

CREATE TABLE distributions (
  distribution_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX distributions_by_account ON distributions (account, at, kind);
`;

/** Lists are sorted by time and number, filtered and counted by the other side: an entry answers without its row. */
export const TRANSFER_INDEXES = `
CREATE INDEX transfers_by_sender ON transfers (sender, at, transfer_id, receiver);
CREATE INDEX transfers_by_receiver ON transfers (receiver, at, transfer_id, sender);
`;

export class MoneyRecords {
  readonly #insertSettlement: Statement;
  readonly #insertTransfer: Statement;
  readonly #putWithdrawal: Statement;
  readonly #insertDistribution: Statement;
  readonly #deposits: DepositRecords;

  constructor(tables: Tables) {
    this.#insertSettlement = tables.prepare("INSERT INTO settlements VALUES (?, ?, ?, ?, ?, ?)");
    this.#insertTransfer = tables.prepare("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)");
    this.#putWithdrawal = tables.prepare(`INSERT OR REPLACE INTO withdrawals VALUES (${"?, ".repeat(9)}?)`);
    this.#insertDistribution = tables.prepare("INSERT INTO distributions VALUES (?, ?, ?, ?, ?)");
    this.#deposits = new DepositRecords(tables);
  }

  put(event: FundsEvent): void {
    switch (event.type) {
      case "settled": {
        const { settlementId, account, holdingBefore, holdingAfter, symbols, at } = event;
        this.#insertSettlement.run(settlementId, account, holdingBefore, holdingAfter, JSON.stringify(symbols), at);
        break;
      }
      case "transferred":
        this.#insertTransfer.run(event.transferId, event.requestId, event.from, event.to, event.amount, event.at);
        break;
      case "withdrawal": {
        const { withdrawalId, account, amount, fee, chainId, receiver, state, transaction, createdAt, at } = event;
        this.#putWithdrawal.run(
          withdrawalId,
          account,
          amount,
          fee,
          chainId,
          receiver,
          state,
          transaction,
          createdAt,
          at,
        );
        break;
      }
      case "distributed":
        this.#insertDistribution.run(event.distributionId, event.account, event.kind, event.amount, event.at);
        break;
      case "deposit":
        this.#deposits.put(event);
        break;
      case "deposit_parked":
        // Nobody's yet: the operator reads it from the engine.
        break;
    }
  }
}

interface SettlementRow {
  readonly settlementId: number;
  readonly account: number;
  readonly holdingBefore: number;
  readonly holdingAfter: number;
  readonly symbols: readonly { readonly market: number; readonly amount: number }[];
  readonly at: number;
}

/** Newest first. */
export function settlements(tables: Tables, filter: PageFilter & { readonly account: number }): Page<SettlementRow> {
  const where = new Where().and("account = ?", filter.account).within("at", filter);
  const columns =
    "settlement_id AS settlementId, account, holding_before AS holdingBefore, holding_after AS holdingAfter, symbols, at";
  const select = { columns, from: "settlements", time: "at", key: "settlement_id" };
  const { rows, total } = pageOf<Omit<SettlementRow, "symbols"> & { symbols: string }>(tables, select, where, filter);
  return { rows: rows.map((row) => ({ ...row, symbols: JSON.parse(row.symbols) })), total };
}

export interface TransferRow {
  readonly transferId: number;
  readonly requestId: number;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly at: number;
}

interface TransferFilter extends PageFilter {
  readonly account: number;
  /** What it sent ("OUT") or received ("IN"). */
  readonly side: "IN" | "OUT";
  /** The accounts that may be on the other side. */
  readonly others?: readonly number[] | undefined;
  /** Those that may not. */
  readonly notOthers?: readonly number[] | undefined;
}

/** Newest first. */
export function transfers(tables: Tables, filter: TransferFilter): Page<TransferRow> {
  const [own, other] = filter.side === "OUT" ? (["sender", "receiver"] as const) : (["receiver", "sender"] as const);
  const where = new Where()
    .and(`${own} = ?`, filter.account)
    .within("at", filter)
    .oneOf(other, filter.others)
    .noneOf(other, filter.notOthers);
  const columns = `transfer_id AS transferId, request_id AS requestId, sender AS "from", receiver AS "to", amount, at`;
  return pageOf(tables, { columns, from: "transfers", time: "at", key: "transfer_id" }, where, filter);
}

interface DistributionRow {
  readonly distributionId: number;
  readonly account: number;
  readonly kind: Extract<FundsEvent, { type: "distributed" }>["kind"];
  readonly amount: number;
  readonly at: number;
}

/** Newest first. */
export function distributions(
  tables: Tables,
  filter: PageFilter & { readonly accounts: readonly number[]; readonly kinds?: readonly string[] | undefined },
): Page<DistributionRow> {
  const where = new Where().oneOf("account", filter.accounts).within("at", filter).oneOf("kind", filter.kinds);
  const columns = "distribution_id AS distributionId, account, kind, amount, at";
  return pageOf(tables, { columns, from: "distributions", time: "at", key: "distribution_id" }, where, filter);
}
