// Reads orders and fills. Queries for open orders alone are answered by the engine; everything else comes from history,
// which first catches up with everything applied when the request arrived, so that callers see the effect of earlier
// answers. Interface 4.4, rules 2.7 and C.3, errors 8.4.

import type { OrderView } from "@evermark/engine";
import type { QueryOf } from "@evermark/interface/rows/endpoint.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import type { Page } from "../../history/index.ts";
import { FILLS_OF_ONE_ORDER, listed, type PageOf, pageOf, spanOf, statusesOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { marketFilter } from "../named/named-market.ts";
import { OrderPresenter, type PresentedOrder, presentTrade } from "./present-order.ts";

type OrdersQuery = QueryOf<typeof orders.getOrders>;
type Sort = NonNullable<OrdersQuery["sort_by"]>;

const DEFAULT_SORT: Sort = "CREATED_TIME_DESC";
const getOrders: Binding = bind(orders.getOrders, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const market = marketFilter(venue, query.symbol);
  const sort = query.sort_by ?? DEFAULT_SORT;
  const statuses = statusesOf(query.status);
  if (sort === DEFAULT_SORT && statuses !== undefined && statuses.every(isOpenStatus)) {
    return listed(openOrders(venue, caller.account, { ...query, market, statuses }, page), page);
  }
  const found = await venue.history.orders(
    {
      account: caller.account,
      market,
      side: query.side,
      orderType: query.order_type,
      statuses,
      tag: query.order_tag,
      ...spanOf(query),
      ...page,
      sort,
    },
    venue.sequencer.appliedPosition,
  );
  const presenter = new OrderPresenter(venue.engine);
  return listed({ rows: found.rows.map((row) => presenter.stored(row)), total: found.total }, page);
});

const getOrder: Binding = bind(orders.getOrder, async ({ venue, caller, params }) => {
  const open = venue.engine.findOrder(params.order_id);
  if (open !== undefined && open.account === caller.account) return new OrderPresenter(venue.engine).open(open);
  const row = await venue.history.order(caller.account, params.order_id, venue.sequencer.appliedPosition);
  if (row === undefined) throw noSuchOrder();
  return new OrderPresenter(venue.engine).stored(row);
});

const getOrderByClientId: Binding = bind(orders.getOrderByClientId, async ({ venue, caller, params }) => {
  const open = venue.engine.findOrderByClientId(caller.account, params.client_order_id);
  if (open !== undefined) return new OrderPresenter(venue.engine).open(open);
  const row = await venue.history.orderByClientId(
    caller.account,
    params.client_order_id,
    venue.sequencer.appliedPosition,
  );
  if (row === undefined) throw noSuchOrder();
  return new OrderPresenter(venue.engine).stored(row);
});

const getTrades: Binding = bind(orders.getTrades, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const market = marketFilter(venue, query.symbol);
  const found = await venue.history.fills(
    { account: caller.account, market, ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  return listed({ rows: found.rows.map((fill) => presentTrade(venue.engine, fill)), total: found.total }, page);
});

const getTrade: Binding = bind(orders.getTrade, async ({ venue, caller, params }) => {
  const fill = await venue.history.fill(caller.account, params.trade_id, venue.sequencer.appliedPosition);
  if (fill === undefined) throw refusal("not_found", "the trade does not exist");
  return presentTrade(venue.engine, fill);
});

const getOrderTrades: Binding = bind(orders.getOrderTrades, async ({ venue, caller, params }) => {
  const after = venue.sequencer.appliedPosition;
  const row = await venue.history.order(caller.account, params.order_id, after);
  if (row === undefined) throw noSuchOrder();
  const found = await venue.history.fills(
    { account: caller.account, orderId: row.orderId, page: 1, size: FILLS_OF_ONE_ORDER },
    after,
  );
  return { rows: found.rows.map((fill) => presentTrade(venue.engine, fill)) };
});

const isOpenStatus = (status: string): boolean => status === "NEW" || status === "PARTIAL_FILLED";

function openOrders(
  venue: Venue,
  account: number,
  filter: OrdersQuery & { market: number | undefined; statuses: readonly string[] },
  page: PageOf,
): Page<PresentedOrder> {
  const { startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = spanOf(filter);
  const matches = (order: OrderView): boolean =>
    filter.statuses.includes(order.status) &&
    (filter.side === undefined || order.side === filter.side) &&
    (filter.order_type === undefined || order.orderType === filter.order_type) &&
    (filter.order_tag === undefined || order.tag === filter.order_tag) &&
    order.createdAt >= startTime &&
    order.createdAt <= endTime;
  // Ids rise with time, so the reversed list is newest first.
  const found = venue.engine
    .openOrders(account, filter.market ?? -1)
    .filter(matches)
    .reverse();
  const start = (page.page - 1) * page.size;
  const presenter = new OrderPresenter(venue.engine);
  return {
    rows: found.slice(start, start + page.size).map((order) => presenter.open(order)),
    total: found.length,
  };
}

// Another account's order is reported as unknown, so that ids cannot be probed.
const noSuchOrder = () => refusal("not_found", "the order does not exist");

export const listBindings: readonly Binding[] = [
  getOrders,
  getOrder,
  getOrderByClientId,
  getTrades,
  getTrade,
  getOrderTrades,
];
