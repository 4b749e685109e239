// Reads of orders. Lists are answered from indexes that hold every filtered column, so that counting rows and skipping pages
// touches only index entries; full rows are fetched only for the page. Order ids rise with time, so they break ties between
// orders of one millisecond in the direction of the sort.

import { ORDER_STATUSES, ORDER_TYPES, SIDES } from "@evermark/engine";
import { codeOf, NO_CODE } from "../schema/codes.ts";
import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { type Builder, given, indexed, within } from "../tables/query-builder.ts";
import { counted, type Page, type PageFilter } from "../tables/row-pages.ts";
import { selectAll } from "../tables/selection.ts";
import { filtered, statement } from "../tables/statement.ts";

/** The latest state of an order, open or finished. */
export type OrderRow = Row<"orders">;

export const ORDER = selectAll("orders");

const SORTS = {
  CREATED_TIME_DESC: { column: "created_at", direction: "desc" },
  CREATED_TIME_ASC: { column: "created_at", direction: "asc" },
  UPDATED_TIME_DESC: { column: "updated_at", direction: "desc" },
  UPDATED_TIME_ASC: { column: "updated_at", direction: "asc" },
} as const;

type Sort = keyof typeof SORTS;

/** The time span applies to creation times. */
export interface OrderFilter extends PageFilter {
  readonly account: number;
  readonly market?: number;
  readonly side?: "BUY" | "SELL";
  readonly orderType?: string;
  readonly statuses?: readonly string[];
  readonly tag?: string;
  readonly sort: Sort;
}

/** The codes of NEW and PARTIAL_FILLED are below this, which is the condition of the index of open orders. */
const FIRST_FINISHED_STATUS = 2;

/** The filter with codes instead of words. */
interface FoundBy extends Omit<OrderFilter, "side" | "orderType" | "statuses" | "sort" | "page"> {
  readonly side: number | undefined;
  readonly orderType: number | undefined;
  readonly statuses: readonly number[] | undefined;
  readonly offset: number;
}

/** Open orders are few: they are sorted, rather than searched for among all others. */
function find(
  builder: Builder,
  isOpen: boolean,
  { account, market, side, orderType, statuses, tag, ...span }: FoundBy,
) {
  return builder
    .selectFrom(indexed("orders", isOpen ? "orders_open" : "orders_by_account"))
    .where(given("orders", { account, market, side, order_type: orderType, status: statuses, tag }))
    .where(within("created_at", span))
    .$if(isOpen, (found) => found.where("status", "<", FIRST_FINISHED_STATUS));
}

function listOf(isOpen: boolean, { column, direction }: (typeof SORTS)[Sort]) {
  return filtered((builder, by: FoundBy) => {
    const page = find(builder, isOpen, by)
      .select("order_id")
      .orderBy(column, direction)
      .orderBy("order_id", direction)
      .limit(by.size)
      .offset(by.offset);
    return builder
      .selectFrom("orders")
      .select(ORDER.columns)
      .where("order_id", "in", page)
      .orderBy(column, direction)
      .orderBy("order_id", direction);
  });
}

function listsOf(isOpen: boolean) {
  const lists = Object.entries(SORTS).map(([sort, by]) => [sort, listOf(isOpen, by)]);
  return {
    lists: Object.fromEntries(lists) as Readonly<Record<Sort, ReturnType<typeof listOf>>>,
    total: filtered((builder, by: FoundBy) => counted(find(builder, isOpen, by))),
  };
}

const [ALL, OPEN] = [listsOf(false), listsOf(true)];

export function orders(tables: Reads, { page, sort, ...filter }: OrderFilter): Page<OrderRow> {
  const statuses = filter.statuses && statusCodes(filter.statuses);
  if (statuses?.length === 0) return { rows: [], total: 0 };
  const by: FoundBy = {
    ...filter,
    side: filter.side && codeOf(SIDES, filter.side),
    orderType: filter.orderType === undefined ? undefined : codeOf(ORDER_TYPES, filter.orderType),
    statuses,
    offset: (page - 1) * filter.size,
  };
  const isOpen = statuses?.every((status) => status < FIRST_FINISHED_STATUS) ?? false;
  const { lists, total } = isOpen ? OPEN : ALL;
  return { rows: ORDER.rows(tables.all(lists[sort], by)), total: tables.first(total, by)!.count };
}

/** The codes of those of the statuses that orders can have. */
export function statusCodes(statuses: readonly string[]): number[] {
  return statuses.map((status) => codeOf(ORDER_STATUSES, status)).filter((code) => code !== NO_CODE);
}

const BY_NUMBER = filtered((builder, { orderId, account }: { orderId: number; account?: number }) =>
  builder
    .selectFrom("orders")
    .select(ORDER.columns)
    .where(given("orders", { order_id: orderId, account })),
);

export function order(tables: Reads, account: number, orderId: number): OrderRow | undefined {
  return ORDER.row(tables.first(BY_NUMBER, { account, orderId }));
}

/** Looks an order up by its number alone: the caller knows whose orders it may show. */
export function orderOfAny(tables: Reads, orderId: number): OrderRow | undefined {
  return ORDER.row(tables.first(BY_NUMBER, { orderId }));
}

const BY_CLIENT_ID = statement((builder, values: { account: number; clientOrderId: string }) =>
  builder
    .selectFrom(indexed("orders", "orders_by_client_id"))
    .select(ORDER.columns)
    .where("account", "=", values.account)
    .where("client_order_id", "=", values.clientOrderId)
    .where("client_order_id", "<>", "")
    .orderBy("order_id", "desc")
    .limit(1),
);

/** The newest order of an account that carried this id. */
export function orderByClientId(tables: Reads, account: number, clientOrderId: string): OrderRow | undefined {
  return ORDER.row(tables.first(BY_CLIENT_ID, { account, clientOrderId }));
}
