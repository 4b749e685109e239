// Lists over several accounts, newest first, from a place on: the accounts of a wallet, queried without a key. Each account's
// part is read through its index, so a page for a wallet with many accounts costs a page of each.
// Interface 4.3.

import type { AlgoOrderView, WithdrawalState } from "@evermark/engine";
import { STATE } from "../queries/algo-order-queries.ts";
import type { FillRow } from "../queries/fill-queries.ts";
import { type FundingPaymentRow, PAYMENT } from "../queries/funding-queries.ts";
import { ORDER, type OrderRow, statusCodes } from "../queries/order-queries.ts";
import type { Reads } from "../tables/history-store.ts";
import { after, given, indexed, type ListPlace, type Span, sql, within } from "../tables/query-builder.ts";
import { select } from "../tables/selection.ts";
import { filtered, type Statement } from "../tables/statement.ts";

interface WalletFilter extends Span {
  readonly accounts: readonly number[];
  readonly place?: ListPlace | undefined;
  readonly limit: number;
}

export interface WalletMarketFilter extends WalletFilter {
  readonly market?: number | undefined;
}

export interface StatusFilter extends WalletMarketFilter {
  readonly statuses: readonly string[];
}

/** The same filter for one account. */
type OfAccount<Filter extends WalletFilter> = Omit<Filter, "accounts"> & { readonly account: number };

/** Merges the accounts' lists, each sorted newest first, and keeps the newest rows. */
function newestOf<Filter extends WalletFilter, Row>(
  tables: Reads,
  list: Statement<OfAccount<Filter>, Row>,
  { accounts, ...filter }: Filter,
  placeOf: (row: Row) => ListPlace,
): Row[] {
  const lists = accounts.map((account) => tables.all(list, { ...filter, account }));
  const [only = []] = lists;
  if (lists.length < 2) return only.slice(0, filter.limit);
  const newestFirst = (a: Row, b: Row) => placeOf(b).at - placeOf(a).at || placeOf(b).id - placeOf(a).id;
  return lists.flat().sort(newestFirst).slice(0, filter.limit);
}

/** The filter with codes instead of words. */
interface CodedFilter extends WalletMarketFilter {
  readonly statuses: readonly number[];
}

const ORDERS = filtered((builder, { account, market, statuses, place, limit, ...span }: OfAccount<CodedFilter>) =>
  builder
    .selectFrom(indexed("orders", "orders_by_account"))
    .select(ORDER.columns)
    .where(given("orders", { account, market, status: statuses }))
    .where(within("created_at", span))
    .where(after("created_at", "order_id", place))
    .orderBy("created_at", "desc")
    .orderBy("order_id", "desc")
    .limit(limit),
);

/** Ordinary orders with one of these statuses, by the time of their placement. */
export function walletOrders(tables: Reads, filter: StatusFilter): OrderRow[] {
  const coded: CodedFilter = { ...filter, statuses: statusCodes(filter.statuses) };
  return ORDER.rows(newestOf(tables, ORDERS, coded, ({ createdAt, orderId }) => ({ at: createdAt, id: orderId })));
}

const ALGO_ORDERS = filtered((builder, { account, market, statuses, place, limit, ...span }: OfAccount<StatusFilter>) =>
  builder
    .selectFrom(indexed("algo_orders", "algo_orders_by_account"))
    .select(["algo_order_id as id", "created_at as at", ...STATE.columns])
    .where(given("algo_orders", { account, parent_id: 0, market, status: statuses }))
    .where(within("created_at", span))
    .where(after("created_at", "algo_order_id", place))
    .orderBy("created_at", "desc")
    .orderBy("algo_order_id", "desc")
    .limit(limit),
);

/** Algo orders that are roots, in the same order, without their legs. */
export function walletAlgoOrders(tables: Reads, filter: StatusFilter): AlgoOrderView[] {
  return STATE.rows(newestOf(tables, ALGO_ORDERS, filter, (row) => row)).map(({ state }) => state);
}

const FILL = select("fills", [
  ...["trade_id", "order_id", "account", "market", "side", "price", "quantity", "fee", "maker", "realized_pnl", "at"],
] as const);

/** The part of a fill that is shown for wallets. */
export type WalletFillRow = Pick<
  FillRow,
  "tradeId" | "orderId" | "account" | "market" | "side" | "price" | "quantity" | "fee" | "maker" | "realizedPnl" | "at"
>;

const FILLS = filtered((builder, { account, market, place, limit, ...span }: OfAccount<WalletMarketFilter>) =>
  builder
    .selectFrom(indexed("fills", "fills_by_account"))
    .select(FILL.columns)
    .where(given("fills", { account, market }))
    .where(within("at", span))
    .where(after("at", "trade_id", place))
    .orderBy("at", "desc")
    .orderBy("trade_id", "desc")
    .limit(limit),
);

export function walletFills(tables: Reads, filter: WalletMarketFilter): WalletFillRow[] {
  return FILL.rows(newestOf(tables, FILLS, filter, ({ at, tradeId }) => ({ at, id: tradeId })));
}

const PAYMENTS = filtered((builder, { account, market, place, limit, ...span }: OfAccount<WalletMarketFilter>) =>
  builder
    .selectFrom("funding_payments")
    .select(PAYMENT.columns)
    .where(given("funding_payments", { account, market }))
    .where(within("at", span))
    .where(after("at", "payment_id", place))
    .orderBy("at", "desc")
    .orderBy("payment_id", "desc")
    .limit(limit),
);

export function walletFundingPayments(tables: Reads, filter: WalletMarketFilter): FundingPaymentRow[] {
  return newestOf(tables, PAYMENTS, filter, ({ at, paymentId }) => ({ at, id: paymentId }));
}

/** A deposit, or a withdrawal with its state. */
export interface MovementRow {
  readonly entryId: number;
  readonly account: number;
  readonly kind: "deposit" | "withdrawal";
  /** Without the fee; micros, never negative. */
  readonly amount: number;
  readonly at: number;
  /** Null for a deposit; the fee too. */
  readonly state: WithdrawalState | null;
  readonly fee: number | null;
  /** Null if the movement is not on a chain. */
  readonly chainId: number | null;
  /** "" if there is none, or none yet. */
  readonly transaction: string;
}

type MovementFilter = WalletFilter & { readonly kinds: readonly MovementRow["kind"][] };

const MOVEMENTS = filtered((builder, { account, kinds, place, limit, ...span }: OfAccount<MovementFilter>) =>
  builder
    .selectFrom(indexed("ledger", "ledger_by_account"))
    .leftJoin("withdrawals", (join) =>
      join
        // The ledger's reference of a withdrawal ends in its id.
        .on(
          "withdrawal_id",
          "=",
          sql<number>`case when kind = 'withdrawal' then cast(substr(ledger.reference, 12) as bigint) end`,
        ),
    )
    .leftJoin("deposits", (join) =>
      join
        .on("kind", "=", "deposit")
        .onRef("deposits.reference", "=", "ledger.reference")
        .on("deposits.state", "=", "COMPLETED"),
    )
    .select(["entry_id as entryId", "ledger.account as account", "kind", "at", "withdrawals.state as state", "fee"])
    .select([
      sql`coalesce(withdrawals.amount, ledger.amount)`.as("amount"),
      sql`coalesce(withdrawals.chain_id, nullif(deposits.chain_id, 0))`.as("chainId"),
      sql`coalesce(withdrawals.tx_id, deposits.tx_id, '')`.as("transaction"),
    ])
    .where(given("ledger", { account, kind: kinds }))
    .where(within("at", span))
    .where(after("at", "entry_id", place))
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .limit(limit)
    .$castTo<MovementRow>(),
);

export function walletMovements(tables: Reads, filter: MovementFilter): MovementRow[] {
  return newestOf(tables, MOVEMENTS, filter, ({ at, entryId }) => ({ at, id: entryId }));
}
