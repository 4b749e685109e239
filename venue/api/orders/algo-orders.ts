// Answers about algo orders: unfinished ones are read from the engine, finished ones from history. Rules 3, interface
// 4.10, errors 8.4.

import type { AlgoOrderView, EngineReader } from "@evermark/engine";
import type { DataOf, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import { algo } from "@evermark/interface/trading/algo-orders.ts";
import { FILLS_OF_ONE_ORDER, listed, pageOf, spanOf, statusesOf } from "../../http/envelope/list.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { averagePrice, fromE8, fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import { marketFilter, marketOf } from "../named/named-market.ts";
import { algoChangesOf, algoPlacementOf } from "./algo-order-body.ts";
import { findBlocked, findLate } from "./place-order.ts";
import { presentTrade } from "./present-order.ts";
import { isRepeatedAlgoOrder } from "./repeated-placement.ts";

type PresentedAlgoOrder = DataOf<typeof algo.getAlgoOrder>;

const EVERY_MARKET = -1;
const NO_ID = 0;

const placeAlgoOrder = bind(
  algo.placeAlgoOrder,
  async (context) => {
    const { venue, caller, body, request } = context;
    const late = findLate(venue, caller, request);
    if (late !== null && !isRepeatedAlgoOrder(venue, caller.account, body)) throw late;
    const market = marketOf(venue, body.symbol);
    const placed = await context.submit(algoPlacementOf(body, { account: caller.account, market }));
    return {
      order_id: placed.algoOrderId,
      client_order_id: body.client_order_id ?? null,
      algo_type: body.algo_type,
      quantity: Number(body.quantity ?? 0),
    };
  },
  {
    precheck: ({ venue, caller, body }) => {
      const blocked = findBlocked(venue, caller.account, body.symbol);
      if (blocked !== null && !isRepeatedAlgoOrder(venue, caller.account, body)) throw blocked;
    },
  },
);

const amendAlgoOrder = bind(algo.amendAlgoOrder, async (context) => {
  const { caller, body } = context;
  await context.submit(algoChangesOf(body, caller.account));
  return { status: "EDIT_SENT" as const };
});

const cancelAlgoOrder = bind(algo.cancelAlgoOrder, (context) =>
  cancelOne(context, context.caller.account, {
    symbol: context.query.symbol,
    algoOrderId: context.query.order_id,
    clientOrderId: "",
  }),
);

const cancelAlgoOrderByClientId = bind(algo.cancelAlgoOrderByClientId, (context) =>
  cancelOne(context, context.caller.account, {
    symbol: context.query.symbol,
    algoOrderId: NO_ID,
    clientOrderId: context.query.client_order_id,
  }),
);

async function cancelOne(
  context: Submitting,
  account: number,
  { symbol, ...named }: { symbol: string; algoOrderId: number; clientOrderId: string },
) {
  const market = marketOf(context.venue, symbol);
  await context.submit({ type: "cancel_algo_order", account, market, ...named });
  return { status: "CANCEL_SENT" as const };
}

const cancelAlgoOrders = bind(algo.cancelAlgoOrders, async (context) => {
  const { venue, caller, query } = context;
  const market = marketFilter(venue, query.symbol) ?? EVERY_MARKET;
  const algoType = query.algo_type ?? "";
  await context.submit({ type: "cancel_all_algo_orders", account: caller.account, market, algoType });
  return { status: "CANCEL_ALL_SENT" as const };
});

const getAlgoOrders = bind(algo.getAlgoOrders, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const found = await venue.history.algoOrders(
    { account: caller.account, ...filterOf(venue, query), ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((row) => presentAlgoOrder(venue.engine, asItIsNow(venue.engine, row)));
  return listed({ rows, total: found.total }, page);
});

/**
 * The engine's current state of an unfinished order: a trailing stop's extreme price moves with every mark price, and
 * only the engine has it.
 */
function asItIsNow({ algoOrders }: EngineReader, row: AlgoOrderView): AlgoOrderView {
  return algoOrders.find(row.algoOrderId) ?? row;
}

function filterOf(venue: Venue, query: QueryOf<typeof algo.getAlgoOrders>) {
  return {
    market: marketFilter(venue, query.symbol),
    side: query.side,
    orderType: query.order_type,
    algoType: query.algo_type,
    statuses: statusesOf(query.status),
    isTriggered: query.is_triggered,
    tag: query.order_tag,
  };
}

const getAlgoOrder = bind(algo.getAlgoOrder, async ({ venue, caller, params }) =>
  presentAlgoOrder(venue.engine, await theAlgoOrder(venue, caller.account, params.order_id)),
);

const getAlgoOrderByClientId = bind(algo.getAlgoOrderByClientId, async ({ venue, caller, params }) => {
  const { client_order_id: clientOrderId } = params;
  const open = venue.engine.algoOrders.findByClientId(caller.account, clientOrderId);
  const known = () => venue.history.algoOrderByClientId(caller.account, clientOrderId, venue.sequencer.appliedPosition);
  const found = open ?? (await known());
  if (found === undefined) throw noSuchAlgoOrder();
  return presentAlgoOrder(venue.engine, found);
});

/** The fills of every order that the algo order and its legs placed. */
const getAlgoOrderTrades = bind(algo.getAlgoOrderTrades, async ({ venue, caller, params }) => {
  const { account } = caller;
  const after = venue.sequencer.appliedPosition;
  const order = await theAlgoOrder(venue, account, params.order_id);
  const fills = await Promise.all(
    idsOf(order).map((id) => venue.history.algoFills(account, id, FILLS_OF_ONE_ORDER, after)),
  );
  const rows = fills.flat().sort((a, b) => b.tradeId - a.tradeId);
  return {
    rows: rows.map((fill) => ({ ...presentTrade(venue.engine, fill), match_id: String(fill.matchId) })),
  };
});

function idsOf(order: AlgoOrderView): number[] {
  return [order.algoOrderId, ...order.children.flatMap(idsOf)];
}

async function theAlgoOrder(venue: Venue, account: number, algoOrderId: number): Promise<AlgoOrderView> {
  const open = venue.engine.algoOrders.find(algoOrderId);
  if (open !== undefined && open.account === account) return open;
  const found = await venue.history.algoOrder(account, algoOrderId, venue.sequencer.appliedPosition);
  if (found === undefined) throw noSuchAlgoOrder();
  return found;
}

// Another account's order is reported as unknown, so that ids cannot be probed.
const noSuchAlgoOrder = () => refusal("not_found", "the algo order does not exist");

function presentAlgoOrder(engine: EngineReader, order: AlgoOrderView): PresentedAlgoOrder {
  const { parameters } = engine.market(order.market);
  const priceOrNull = (price: AlgoOrderView["price"]) => (price === 0 ? null : priceOf(parameters, price));
  const executed = quantityOf(parameters, order.executed);
  const quantity = quantityOf(parameters, order.quantity);
  return {
    algo_order_id: order.algoOrderId,
    parent_algo_order_id: order.parentAlgoOrderId,
    root_algo_order_id: order.rootAlgoOrderId,
    root_algo_order_status: order.rootStatus,
    algo_status: order.status,
    algo_type: order.algoType,
    symbol: parameters.symbol,
    side: order.side,
    // A group places nothing itself; it shows the type that its legs place.
    type: order.orderType === "" ? placedType(order) : order.orderType,
    quantity,
    price: priceOrNull(order.price),
    trigger_price: priceOrNull(order.triggerPrice),
    trigger_price_type: "MARK_PRICE",
    trigger_status: order.triggerStatus,
    trigger_trade_price: priceOrNull(order.triggerTradePrice),
    trigger_time: order.triggerTime === 0 ? null : order.triggerTime,
    is_triggered: order.isTriggered ? "true" : "false",
    is_activated: order.isActivated,
    activated_price: priceOrNull(order.activatedPrice),
    callback_rate: order.callbackRate === 0 ? null : fromE8(order.callbackRate),
    callback_value: priceOrNull(order.callbackValue),
    extreme_price: priceOrNull(order.extremePrice),
    order_id: order.orderId === 0 ? null : order.orderId,
    executed_quantity: executed,
    total_executed_quantity: executed,
    average_executed_price: averagePrice(parameters, order.executedNotional, order.executed),
    visible_quantity: order.visible ? quantity : 0,
    total_fee: fromMicros(order.totalFee),
    fee_asset: "USDC",
    client_order_id: order.clientOrderId === "" ? null : order.clientOrderId,
    order_tag: order.tag === "" ? null : order.tag,
    reduce_only: order.reduceOnly,
    margin_mode: order.marginMode,
    realized_pnl: fromMicros(order.totalRealizedPnl),
    created_time: order.createdAt,
    updated_time: order.updatedAt,
    child_orders: order.children.map((child) => ({ ...presentAlgoOrder(engine, child) })),
  };
}

function placedType({ children }: AlgoOrderView): PresentedAlgoOrder["type"] {
  const [first] = children;
  if (first === undefined) return "MARKET";
  return first.orderType === "" ? placedType(first) : first.orderType;
}

export const algoOrderBindings: readonly Binding[] = [
  placeAlgoOrder,
  amendAlgoOrder,
  cancelAlgoOrder,
  cancelAlgoOrderByClientId,
  cancelAlgoOrders,
  getAlgoOrders,
  getAlgoOrder,
  getAlgoOrderByClientId,
  getAlgoOrderTrades,
];
