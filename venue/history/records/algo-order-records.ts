// Algo orders in history: every order of every tree with its last state. A tree is read through its root; a leg is a row
// of its own, so that a list can ask for legs. Rules 3.1, `GET /v1/algo/orders`.

import type { Statement } from "bun:sqlite";
import type { AlgoOrderView, AlgoReport } from "@evermark/engine";
import type { Page } from "../queries/rows.ts";
import { type PageFilter, pageOf, Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";

export const ALGO_ORDER_TABLES = `
CREATE TABLE algo_orders (
  algo_order_id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL,
  parent_id INTEGER NOT NULL,
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  side TEXT NOT NULL,
  order_type TEXT NOT NULL,
  algo_type TEXT NOT NULL,
  status TEXT NOT NULL,
  is_triggered INTEGER NOT NULL,
  tag TEXT NOT NULL,
  client_order_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The order as the engine shows it, without its legs: JSON.
  state TEXT NOT NULL
) STRICT;
CREATE INDEX algo_orders_by_account ON algo_orders (account, created_at, market, algo_type, status);
CREATE INDEX algo_orders_by_root ON algo_orders (root_id);
CREATE INDEX algo_orders_by_client_id ON algo_orders (account, client_order_id) WHERE client_order_id <> '';
`;

export class AlgoOrderRecords {
  readonly #upsert: Statement;

  constructor(tables: Tables) {
    this.#upsert = tables.prepare(`INSERT OR REPLACE INTO algo_orders VALUES (${"?, ".repeat(14)}?)`);
  }

  put({ order, root }: AlgoReport): void {
    // The status of a root shows in all of its tree, and a leg's change can change it.
    this.#write(order, root.status);
    if (order.algoOrderId !== root.algoOrderId) this.#write(root, root.status);
  }

  #write(order: AlgoOrderView, rootStatus: AlgoOrderView["rootStatus"]): void {
    this.#upsert.run(
      order.algoOrderId,
      order.rootAlgoOrderId,
      order.parentAlgoOrderId,
      order.account,
      order.market,
      order.side,
      order.orderType,
      order.algoType,
      order.status,
      order.isTriggered ? 1 : 0,
      order.tag,
      order.clientOrderId,
      order.createdAt,
      order.updatedAt,
      JSON.stringify({ ...order, rootStatus, children: [] }),
    );
  }
}

interface AlgoOrderFilter extends PageFilter {
  readonly account: number;
  readonly market?: number | undefined;
  readonly side?: string | undefined;
  readonly orderType?: string | undefined;
  /** Without it, only roots are listed. */
  readonly algoType?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly isTriggered?: boolean | undefined;
  readonly tag?: string | undefined;
}

/** Newest first, each with its legs. */
export function algoOrders(tables: Tables, filter: AlgoOrderFilter): Page<AlgoOrderView> {
  const { isTriggered } = filter;
  const where = new Where()
    .and("account = ?", filter.account)
    .and("parent_id = ?", filter.algoType === undefined ? 0 : undefined)
    .within("created_at", filter)
    .and("market = ?", filter.market)
    .and("side = ?", filter.side)
    .and("order_type = ?", filter.orderType)
    .and("algo_type = ?", filter.algoType)
    .oneOf("status", filter.statuses)
    .and("is_triggered = ?", isTriggered === undefined ? undefined : Number(isTriggered))
    .and("tag = ?", filter.tag);
  const select = { columns: "state", from: "algo_orders", time: "created_at", key: "algo_order_id" };
  const { rows, total } = pageOf<Stored>(tables, select, where, filter);
  return { rows: rows.map((row) => withLegs(tables, row)), total };
}

/** One order of a tree, whatever its place in it, with the legs below it. */
export function algoOrder(tables: Tables, account: number, algoOrderId: number): AlgoOrderView | undefined {
  const found = tables.first<Stored>(
    "SELECT state FROM algo_orders WHERE algo_order_id = ? AND account = ?",
    algoOrderId,
    account,
  );
  return found && withLegs(tables, found);
}

/** The newest that carried this id. */
export function algoOrderByClientId(tables: Tables, account: number, clientOrderId: string): AlgoOrderView | undefined {
  const found = tables.first<Stored>(
    `SELECT state FROM algo_orders INDEXED BY algo_orders_by_client_id
     WHERE account = ? AND client_order_id = ? AND client_order_id <> '' ORDER BY algo_order_id DESC LIMIT 1`,
    account,
    clientOrderId,
  );
  return found && withLegs(tables, found);
}

interface Stored {
  readonly state: string;
}

function withLegs(tables: Tables, { state }: Stored): AlgoOrderView {
  const order = JSON.parse(state) as AlgoOrderView;
  const members = tables
    .all<Stored>("SELECT state FROM algo_orders WHERE root_id = ? ORDER BY algo_order_id", order.rootAlgoOrderId)
    .map((row) => JSON.parse(row.state) as AlgoOrderView);
  const root = members.find((member) => member.algoOrderId === order.rootAlgoOrderId);
  return tree({ ...order, rootStatus: root?.status ?? order.status }, members);
}

function tree(order: AlgoOrderView, members: readonly AlgoOrderView[]): AlgoOrderView {
  const children = members
    .filter((member) => member.parentAlgoOrderId === order.algoOrderId)
    .map((member) => tree({ ...member, rootStatus: order.rootStatus }, members));
  return { ...order, children };
}
