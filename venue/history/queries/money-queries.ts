// Reads of the ledger, of settlements, transfers, deposits, withdrawals and distributions, newest first. Rules 4.5, 8.5, 9.

import type { DepositState, LedgerKind, WithdrawalState } from "@evermark/engine";
import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { type Builder, given, indexed, sql, within } from "../tables/query-builder.ts";
import { counted, type Page, type PageFilter, paged, pageOf } from "../tables/row-pages.ts";
import { selectAll } from "../tables/selection.ts";
import { filtered, statement } from "../tables/statement.ts";

/** One change of an account's balance. */
export type LedgerRow = Row<"ledger">;

export interface LedgerFilter extends PageFilter {
  readonly account: number;
  readonly kinds?: readonly LedgerKind[];
}

const ENTRY = selectAll("ledger");
const ENTRIES = paged(
  (builder, { account, kinds, ...span }: LedgerFilter) =>
    builder
      .selectFrom(indexed("ledger", "ledger_by_account"))
      .where(given("ledger", { account, kind: kinds }))
      .where(within("at", span)),
  (found) => found.select(ENTRY.columns).orderBy("at", "desc").orderBy("entry_id", "desc"),
);

export function ledger(tables: Reads, filter: LedgerFilter): Page<LedgerRow> {
  return pageOf(tables, ENTRIES, filter);
}

const SETTLEMENT = selectAll("settlements");
const SETTLEMENTS = paged(
  (builder, { account, ...span }: PageFilter & { readonly account: number }) =>
    builder.selectFrom("settlements").where("account", "=", account).where(within("at", span)),
  (found) => found.select(SETTLEMENT.columns).orderBy("at", "desc").orderBy("settlement_id", "desc"),
);

export function settlements(
  tables: Reads,
  filter: PageFilter & { readonly account: number },
): Page<Row<"settlements">> {
  const { rows, total } = pageOf(tables, SETTLEMENTS, filter);
  return { rows: SETTLEMENT.rows(rows), total };
}

export type TransferRow = Omit<Row<"transfers">, "sender" | "receiver"> & {
  readonly from: number;
  readonly to: number;
};

interface TransferFilter extends PageFilter {
  readonly account: number;
  /** Lists what the account sent ("OUT") or received ("IN"). */
  readonly side: "IN" | "OUT";
  /** The only accounts that may be on the other side. */
  readonly others?: readonly number[] | undefined;
  /** Accounts that may not be on the other side. */
  readonly notOthers?: readonly number[] | undefined;
}

function transfersOf(own: "sender" | "receiver", other: "sender" | "receiver") {
  return paged(
    (builder, { account, others, notOthers, ...span }: TransferFilter) =>
      builder
        .selectFrom("transfers")
        .where(given("transfers", { [own]: account, [other]: others }))
        .where(within("at", span))
        .$if((notOthers?.length ?? 0) > 0, (found) => found.where(other, "not in", notOthers!)),
    (found) =>
      found
        .select([
          "transfer_id as transferId",
          "request_id as requestId",
          "sender as from",
          "receiver as to",
          "amount",
          "at",
        ])
        .orderBy("at", "desc")
        .orderBy("transfer_id", "desc"),
  );
}

const TRANSFERS = { OUT: transfersOf("sender", "receiver"), IN: transfersOf("receiver", "sender") };

export function transfers(tables: Reads, filter: TransferFilter): Page<TransferRow> {
  return pageOf(tables, TRANSFERS[filter.side], filter);
}

interface DistributionFilter extends PageFilter {
  readonly accounts: readonly number[];
  readonly kinds?: readonly string[] | undefined;
}

const DISTRIBUTION = selectAll("distributions");
const DISTRIBUTIONS = paged(
  (builder, { accounts, kinds, ...span }: DistributionFilter) =>
    builder
      .selectFrom("distributions")
      .where(given("distributions", { account: accounts, kind: kinds }))
      .where(within("at", span)),
  (found) => found.select(DISTRIBUTION.columns).orderBy("at", "desc").orderBy("distribution_id", "desc"),
);

export function distributions(tables: Reads, filter: DistributionFilter): Page<Row<"distributions">> {
  return pageOf(tables, DISTRIBUTIONS, filter);
}

/** A deposit or a withdrawal, in the shape of their common list. */
export interface AssetRow {
  readonly side: "DEPOSIT" | "WITHDRAW";
  /** The withdrawal's id, or the deposit's row number in its table. */
  readonly id: number;
  readonly amount: number;
  readonly fee: number;
  /** 0 for a deposit without a chain. */
  readonly chainId: number;
  readonly transaction: string;
  readonly state: DepositState | WithdrawalState;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** These two are "" for a withdrawal. */
  readonly chainKey: string;
  readonly reference: string;
}

export interface AssetFilter extends PageFilter {
  readonly account: number;
  readonly side?: AssetRow["side"] | undefined;
  readonly states?: readonly AssetRow["state"][] | undefined;
}

function findDeposits(builder: Builder, { account, states, ...span }: AssetFilter) {
  return builder
    .selectFrom(indexed("deposits", "deposits_by_account"))
    .where(given("deposits", { account, state: states }))
    .where(within("created_at", span));
}

function findWithdrawals(builder: Builder, { account, states, ...span }: AssetFilter) {
  return builder
    .selectFrom(indexed("withdrawals", "withdrawals_by_account"))
    .where(given("withdrawals", { account, state: states }))
    .where(within("created_at", span));
}

const SHARED = [
  "amount",
  "chain_id as chainId",
  "tx_id as transaction",
  "state",
  "created_at as createdAt",
  "updated_at as updatedAt",
] as const;

function readDeposits(builder: Builder, filter: AssetFilter) {
  return findDeposits(builder, filter)
    .select([sql.lit("DEPOSIT").as("side"), "deposit_id as id", sql.lit(0).as("fee"), ...SHARED])
    .select(["chain_key as chainKey", "reference"])
    .$castTo<AssetRow>();
}

function readWithdrawals(builder: Builder, filter: AssetFilter) {
  return findWithdrawals(builder, filter)
    .select([sql.lit("WITHDRAW").as("side"), "withdrawal_id as id", "fee", ...SHARED])
    .select([sql.lit("").as("chainKey"), sql.lit("").as("reference")])
    .$castTo<AssetRow>();
}

const BOTH = "BOTH";
const ASSETS = {
  DEPOSIT: filtered((builder, by: AssetFilter & { offset: number }) =>
    readDeposits(builder, by).orderBy("createdAt", "desc").orderBy("id", "desc").limit(by.size).offset(by.offset),
  ),
  WITHDRAW: filtered((builder, by: AssetFilter & { offset: number }) =>
    readWithdrawals(builder, by).orderBy("createdAt", "desc").orderBy("id", "desc").limit(by.size).offset(by.offset),
  ),
  // Both tables have an index in this order, so a page of both needs no sorting.
  [BOTH]: filtered((builder, by: AssetFilter & { offset: number }) =>
    readDeposits(builder, by)
      .unionAll(readWithdrawals(builder, by))
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(by.size)
      .offset(by.offset),
  ),
};
const TOTALS = {
  DEPOSIT: filtered((builder, by: AssetFilter) => counted(findDeposits(builder, by))),
  WITHDRAW: filtered((builder, by: AssetFilter) => counted(findWithdrawals(builder, by))),
};

export function assets(tables: Reads, filter: AssetFilter): Page<AssetRow> {
  const { side, page, size } = filter;
  const totalOf = (each: AssetRow["side"]) =>
    side === undefined || side === each ? tables.first(TOTALS[each], filter)!.count : 0;
  return {
    rows: tables.all(ASSETS[side ?? BOTH], { ...filter, offset: (page - 1) * size }),
    total: totalOf("DEPOSIT") + totalOf("WITHDRAW"),
  };
}

const PAID = statement((builder, { account, transaction }: { account: number; transaction: string }) =>
  builder
    .selectFrom(indexed("withdrawals", "withdrawals_by_account"))
    .select(["amount", "fee"])
    .where("account", "=", account)
    .where("tx_id", "=", transaction)
    .where("state", "=", "COMPLETED")
    .orderBy("created_at")
    .orderBy("withdrawal_id"),
);

/** Withdrawals of an account that were paid by a transaction. */
export function paidWithdrawals(tables: Reads, account: number, transaction: string) {
  return tables.all(PAID, { account, transaction });
}

const CREDITED = filtered((builder, { references }: { references: readonly string[] }) =>
  builder
    .selectFrom(indexed("deposits", "deposits_credited"))
    .select(["reference", "chain_key as chainKey", "account", "amount", "tx_id as transaction"])
    .where(given("deposits", { reference: references }))
    .where("state", "=", sql.lit("COMPLETED")),
);

/** The credited deposits with these references. */
export function creditedDeposits(tables: Reads, references: readonly string[]) {
  return tables.all(CREDITED, { references });
}

const RECEIVED_MAX = 500;

const RECEIVED_ROW = selectAll("received", ["key", "account"]);
const RECEIVED = statement((builder, { account }: { account: number }) =>
  builder
    .selectFrom(indexed("received", "received_by_account"))
    .select(RECEIVED_ROW.columns)
    .where("account", "=", account)
    .orderBy("created_at", "desc")
    .orderBy(sql.ref("rowid"), "desc")
    .limit(RECEIVED_MAX),
);

/** The latest 500 deposits that arrived by transfer at the account's receiver address. */
export function received(tables: Reads, account: number): Omit<Row<"received">, "key" | "account">[] {
  return tables.all(RECEIVED, { account });
}
