// Reads of orders. Lists are answered from indexes that hold every filtered column, so that counting and skipping pages
// touches index entries only; rows are fetched for the page alone. Order ids rise with time, so they break ties between
// orders of one millisecond in the direction of the sort.

import { ORDER_STATUSES, ORDER_TYPES, SIDES } from "@evermark/engine";
import { codeOf, marginModeOf, NO_CODE, orderTypeOf, sideOf, statusOf } from "../tables/codes.ts";
import type { Tables } from "../tables/tables.ts";
import type { OrderFilter, OrderRow, Page } from "./rows.ts";

/** An order as the table has it: words are codes, flags are 0 and 1. */
export type StoredOrder = Omit<OrderRow, "side" | "orderType" | "marginMode" | "reduceOnly" | "status"> & {
  side: number;
  orderType: number;
  marginMode: number;
  reduceOnly: number;
  status: number;
};

export const ORDER_COLUMNS = `
  order_id AS orderId, account, market, client_order_id AS clientOrderId, side, order_type AS orderType,
  margin_mode AS marginMode, reduce_only AS reduceOnly, tag, price, quantity, amount, visible,
  visible_quantity AS visibleQuantity, status, reason, executed, executed_notional AS executedNotional,
  total_fee AS totalFee, realized_pnl AS realizedPnl, created_at AS createdAt, updated_at AS updatedAt`;

const SORTS = {
  CREATED_TIME_DESC: { column: "created_at", direction: "DESC" },
  CREATED_TIME_ASC: { column: "created_at", direction: "ASC" },
  UPDATED_TIME_DESC: { column: "updated_at", direction: "DESC" },
  UPDATED_TIME_ASC: { column: "updated_at", direction: "ASC" },
} as const satisfies Record<OrderFilter["sort"], { column: string; direction: string }>;

/** Codes of NEW and PARTIAL_FILLED are below this: the condition of the index of open orders. */
const FIRST_FINISHED_STATUS = 2;

export class OrderQueries {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  orders(filter: OrderFilter): Page<OrderRow> {
    const statuses = knownStatuses(filter);
    if (statuses?.length === 0) return { rows: [], total: 0 };
    const { conditions, values } = conditionsOf(filter);
    const onlyOpen = statuses?.every((status) => status < FIRST_FINISHED_STATUS) ?? false;
    if (statuses !== undefined) conditions.push(`status IN (${statuses.join(", ")})`);
    if (onlyOpen) conditions.push(`status < ${FIRST_FINISHED_STATUS}`);
    const { column, direction } = SORTS[filter.sort];
    const where = conditions.join(" AND ");
    // Open orders are few: they are sorted rather than searched for among all others.
    const index = onlyOpen ? "orders_open" : "orders_by_account";
    const rows = this.#tables.all<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders WHERE order_id IN (
         SELECT order_id FROM orders INDEXED BY ${index} WHERE ${where}
         ORDER BY ${column} ${direction}, order_id ${direction} LIMIT ? OFFSET ?
       ) ORDER BY ${column} ${direction}, order_id ${direction}`,
      ...values,
      filter.size,
      (filter.page - 1) * filter.size,
    );
    const total = this.#tables.count(`orders INDEXED BY ${index} WHERE ${where}`, ...values);
    return { rows: rows.map(orderRow), total };
  }

  order(account: number, orderId: number): OrderRow | undefined {
    const stored = this.#tables.first<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders WHERE order_id = ? AND account = ?`,
      orderId,
      account,
    );
    return stored && orderRow(stored);
  }

  orderByClientId(account: number, clientOrderId: string): OrderRow | undefined {
    const stored = this.#tables.first<StoredOrder>(
      `SELECT ${ORDER_COLUMNS} FROM orders INDEXED BY orders_by_client_id
       WHERE account = ? AND client_order_id = ? AND client_order_id <> '' ORDER BY order_id DESC LIMIT 1`,
      account,
      clientOrderId,
    );
    return stored && orderRow(stored);
  }
}

/** Codes of the statuses that are asked for; undefined when all are. */
function knownStatuses(filter: OrderFilter): number[] | undefined {
  return filter.statuses && statusCodes(filter.statuses);
}

/** Codes of those statuses that orders have. */
export function statusCodes(statuses: readonly string[]): number[] {
  return statuses.map((status) => codeOf(ORDER_STATUSES, status)).filter((code) => code !== NO_CODE);
}

function conditionsOf(filter: OrderFilter): { conditions: string[]; values: (number | string)[] } {
  const conditions = ["account = ?"];
  const values: (number | string)[] = [filter.account];
  const add = (condition: string, value: number | string) => {
    conditions.push(condition);
    values.push(value);
  };
  if (filter.startTime !== undefined) add("created_at >= ?", filter.startTime);
  if (filter.endTime !== undefined) add("created_at <= ?", filter.endTime);
  if (filter.market !== undefined) add("market = ?", filter.market);
  if (filter.side !== undefined) add("side = ?", codeOf(SIDES, filter.side));
  if (filter.orderType !== undefined) add("order_type = ?", codeOf(ORDER_TYPES, filter.orderType));
  if (filter.tag !== undefined) add("tag = ?", filter.tag);
  return { conditions, values };
}

/** The row itself, with words in place of the codes: a copy of each would cost as much as reading it. */
export function orderRow(stored: StoredOrder): OrderRow {
  const row = stored as unknown as OrderRow;
  row.side = sideOf(stored.side);
  row.orderType = orderTypeOf(stored.orderType);
  row.marginMode = marginModeOf(stored.marginMode);
  row.reduceOnly = stored.reduceOnly === 1;
  row.status = statusOf(stored.status);
  return row;
}
