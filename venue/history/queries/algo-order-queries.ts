// Reads of algo orders: each with its legs. Rules 3.1, `GET /v1/algo/orders`.

import type { AlgoOrderView } from "@evermark/engine";
import type { Reads } from "../tables/history-store.ts";
import { given, indexed, within } from "../tables/query-builder.ts";
import { type Page, type PageFilter, paged, pageOf } from "../tables/row-pages.ts";
import { select } from "../tables/selection.ts";
import { filtered, statement } from "../tables/statement.ts";

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

/** The filter with its flag as a number. */
interface FoundBy extends Omit<AlgoOrderFilter, "isTriggered"> {
  readonly isTriggered?: number | undefined;
}

export const STATE = select("algo_orders", ["state"]);

const LIST = paged(
  (builder, { account, market, side, orderType, algoType, statuses, isTriggered, tag, ...span }: FoundBy) =>
    builder
      .selectFrom("algo_orders")
      .where(given("algo_orders", { account, market, side, tag, status: statuses, is_triggered: isTriggered }))
      .where(given("algo_orders", { order_type: orderType, algo_type: algoType }))
      .where(given("algo_orders", { parent_id: algoType === undefined ? 0 : undefined }))
      .where(within("created_at", span)),
  (found) => found.select(STATE.columns).orderBy("created_at", "desc").orderBy("algo_order_id", "desc"),
);

/** Newest first, each with its legs. */
export function algoOrders(tables: Reads, { isTriggered, ...filter }: AlgoOrderFilter): Page<AlgoOrderView> {
  const by: FoundBy = { ...filter, isTriggered: isTriggered === undefined ? undefined : Number(isTriggered) };
  const { rows, total } = pageOf(tables, LIST, by);
  return { rows: STATE.rows(rows).map(({ state }) => withLegs(tables, state)), total };
}

const BY_NUMBER = filtered((builder, { algoOrderId, account }: { algoOrderId: number; account?: number }) =>
  builder
    .selectFrom("algo_orders")
    .select(STATE.columns)
    .where(given("algo_orders", { algo_order_id: algoOrderId, account })),
);

/** One order of a tree, at any place in it, with the legs below it. */
export function algoOrder(tables: Reads, account: number, algoOrderId: number): AlgoOrderView | undefined {
  const found = STATE.row(tables.first(BY_NUMBER, { account, algoOrderId }));
  return found && withLegs(tables, found.state);
}

/** Looks an order up by its number alone, without its legs: the caller knows whose orders it may show. */
export function algoOrderOfAny(tables: Reads, algoOrderId: number): AlgoOrderView | undefined {
  return STATE.row(tables.first(BY_NUMBER, { algoOrderId }))?.state;
}

const BY_CLIENT_ID = statement((builder, values: { account: number; clientOrderId: string }) =>
  builder
    .selectFrom(indexed("algo_orders", "algo_orders_by_client_id"))
    .select(STATE.columns)
    .where("account", "=", values.account)
    .where("client_order_id", "=", values.clientOrderId)
    .where("client_order_id", "<>", "")
    .orderBy("algo_order_id", "desc")
    .limit(1),
);

/** The newest order that carried this id. */
export function algoOrderByClientId(tables: Reads, account: number, clientOrderId: string): AlgoOrderView | undefined {
  const found = STATE.row(tables.first(BY_CLIENT_ID, { account, clientOrderId }));
  return found && withLegs(tables, found.state);
}

const OF_TREE = statement((builder, { rootId }: { rootId: number }) =>
  builder.selectFrom("algo_orders").select(STATE.columns).where("root_id", "=", rootId).orderBy("algo_order_id"),
);

function withLegs(tables: Reads, order: AlgoOrderView): AlgoOrderView {
  const members = STATE.rows(tables.all(OF_TREE, { rootId: order.rootAlgoOrderId })).map(({ state }) => state);
  const root = members.find((member) => member.algoOrderId === order.rootAlgoOrderId);
  return tree({ ...order, rootStatus: root?.status ?? order.status }, members);
}

function tree(order: AlgoOrderView, members: readonly AlgoOrderView[]): AlgoOrderView {
  const children = members
    .filter((member) => member.parentAlgoOrderId === order.algoOrderId)
    .map((member) => tree({ ...member, rootStatus: order.rootStatus }, members));
  return { ...order, children };
}
