// What several accounts did, as one list from a place on, newest first: the accounts of a wallet, asked for by anyone.
// Each account's part is read through its index; a page of a wallet with many accounts costs a page of each.
// Interface 4.3.

import type { AlgoOrderView, WithdrawalState } from "@evermark/engine";
import { FUNDING_PAYMENT_COLUMNS, type FundingPaymentRow } from "../../records/funding-records.ts";
import { sideOf } from "../../tables/codes.ts";
import { newest, type Place, rowsAfter } from "../../tables/keyset.ts";
import { Where } from "../../tables/page-of.ts";
import type { Tables } from "../../tables/tables.ts";
import { ORDER_COLUMNS, orderRow, type StoredOrder, statusCodes } from "../order-queries.ts";
import type { FillRow, OrderRow } from "../rows.ts";

interface WalletFilter {
  readonly accounts: readonly number[];
  /** Both ends are included. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly place?: Place | undefined;
  readonly limit: number;
}

export interface WalletMarketFilter extends WalletFilter {
  readonly market?: number | undefined;
}

export interface StatusFilter extends WalletMarketFilter {
  readonly statuses: readonly string[];
}

/** Ordinary orders in one of these statuses, by the time of their placement. */
export function walletOrders(tables: Tables, { accounts, market, statuses, ...filter }: StatusFilter): OrderRow[] {
  const codes = statusCodes(statuses);
  const of = (account: number) =>
    rowsAfter<StoredOrder>(
      tables,
      {
        columns: ORDER_COLUMNS,
        from: "orders INDEXED BY orders_by_account",
        time: "created_at",
        key: "order_id",
      },
      new Where()
        .and("account = ?", account)
        .within("created_at", filter)
        .and("market = ?", market)
        .oneOf("status", codes),
      filter,
    );
  return newest(accounts.map(of), ({ createdAt, orderId }) => ({ at: createdAt, id: orderId }), filter.limit).map(
    orderRow,
  );
}

/** Algo orders that are roots, the same way, without their legs. */
export function walletAlgoOrders(
  tables: Tables,
  { accounts, market, statuses, ...filter }: StatusFilter,
): AlgoOrderView[] {
  const of = (account: number) =>
    rowsAfter<{ state: string }>(
      tables,
      {
        columns: "state",
        from: "algo_orders INDEXED BY algo_orders_by_account",
        time: "created_at",
        key: "algo_order_id",
      },
      new Where()
        .and("account = ?", account)
        .and("parent_id = ?", 0)
        .within("created_at", filter)
        .and("market = ?", market)
        .oneOf("status", statuses),
      filter,
    ).map(({ state }) => JSON.parse(state) as AlgoOrderView);
  const placeOf = ({ createdAt, algoOrderId }: AlgoOrderView) => ({ at: createdAt, id: algoOrderId });
  return newest(accounts.map(of), placeOf, filter.limit);
}

/** What of a fill is told of wallets. */
export type WalletFillRow = Pick<
  FillRow,
  "tradeId" | "orderId" | "account" | "market" | "side" | "price" | "quantity" | "fee" | "maker" | "realizedPnl" | "at"
>;

const WALLET_FILL_COLUMNS = `trade_id AS tradeId, order_id AS orderId, account, market, side, price, quantity, fee, maker,
  realized_pnl AS realizedPnl, at`;

/** As the table has it: words are codes, flags are 0 and 1. */
type StoredWalletFill = Omit<WalletFillRow, "side" | "maker"> & { side: unknown; maker: unknown };

export function walletFills(tables: Tables, { accounts, market, ...filter }: WalletMarketFilter): WalletFillRow[] {
  const of = (account: number) =>
    rowsAfter<StoredWalletFill>(
      tables,
      { columns: WALLET_FILL_COLUMNS, from: "fills INDEXED BY fills_by_account", time: "at", key: "trade_id" },
      new Where().and("account = ?", account).within("at", filter).and("market = ?", market),
      filter,
    );
  const found = newest(accounts.map(of), ({ at, tradeId }) => ({ at, id: tradeId }), filter.limit);
  for (const row of found) {
    row.side = sideOf(row.side as number);
    row.maker = row.maker === 1;
  }
  return found as WalletFillRow[];
}

interface WalletPaymentRow extends FundingPaymentRow {
  readonly paymentId: number;
  readonly account: number;
  /** Lots, signed; null of what was written before this was kept. */
  readonly quantity: number | null;
}

export function walletFundingPayments(
  tables: Tables,
  { accounts, market, ...filter }: WalletMarketFilter,
): WalletPaymentRow[] {
  const columns = `payment_id AS paymentId, account, quantity, ${FUNDING_PAYMENT_COLUMNS}`;
  const of = (account: number) =>
    rowsAfter<WalletPaymentRow>(
      tables,
      { columns, from: "funding_payments", time: "at", key: "payment_id" },
      new Where().and("account = ?", account).within("at", filter).and("market = ?", market),
      filter,
    );
  return newest(accounts.map(of), ({ at, paymentId }) => ({ at, id: paymentId }), filter.limit);
}

/** A deposit, or a withdrawal with what became of it. */
export interface MovementRow {
  readonly entryId: number;
  readonly account: number;
  readonly kind: "deposit" | "withdrawal";
  /** Without the fee; micros, never negative. */
  readonly amount: number;
  readonly at: number;
  /** Null of a deposit, as is the fee. */
  readonly state: WithdrawalState | null;
  readonly fee: number | null;
  /** Null where no chain is behind it. */
  readonly chainId: number | null;
  /** "" where there is none, or none yet. */
  readonly transaction: string;
}

/** How the ledger names a withdrawal. */
const WITHDRAWAL_NUMBER = "CAST(substr(ledger.reference, 12) AS INTEGER)";

export function walletMovements(
  tables: Tables,
  { accounts, kinds, ...filter }: WalletFilter & { readonly kinds: readonly MovementRow["kind"][] },
): MovementRow[] {
  const columns = `entry_id AS entryId, ledger.account, kind, coalesce(withdrawals.amount, ledger.amount) AS amount, at,
    withdrawals.state, fee, coalesce(withdrawals.chain_id, nullif(deposits.chain_id, 0)) AS chainId,
    coalesce(withdrawals.tx_id, deposits.tx_id, '') AS "transaction"`;
  const from = `ledger INDEXED BY ledger_by_account
    LEFT JOIN withdrawals ON kind = 'withdrawal' AND withdrawal_id = ${WITHDRAWAL_NUMBER}
    LEFT JOIN deposits
      ON kind = 'deposit' AND deposits.reference = ledger.reference AND deposits.state = 'COMPLETED'`;
  const of = (account: number) =>
    rowsAfter<MovementRow>(
      tables,
      { columns, from, time: "at", key: "entry_id" },
      new Where().and("ledger.account = ?", account).within("at", filter).oneOf("kind", kinds),
      filter,
    );
  return newest(accounts.map(of), ({ at, entryId }) => ({ at, id: entryId }), filter.limit);
}

/** An order by its number, whoever placed it: the caller knows whose orders it may tell of. */
export function orderOfAny(tables: Tables, orderId: number): OrderRow | undefined {
  const stored = tables.first<StoredOrder>(`SELECT ${ORDER_COLUMNS} FROM orders WHERE order_id = ?`, orderId);
  return stored && orderRow(stored);
}

/** The same of an algo order, without its legs. */
export function algoOrderOfAny(tables: Tables, algoOrderId: number): AlgoOrderView | undefined {
  const found = tables.first<{ state: string }>("SELECT state FROM algo_orders WHERE algo_order_id = ?", algoOrderId);
  return found && (JSON.parse(found.state) as AlgoOrderView);
}
