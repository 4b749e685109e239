// Amending an open order: its price and/or its total quantity, nothing else. An order whose quantity alone shrinks
// keeps its place in the queue; any other change sends it to the end. On any refusal the order is unchanged. Rules 2.9.

import { NONE } from "../../base/storage/int-map.ts";
import type { OrderSlot, Ticks } from "../../base/units.ts";
import type { AmendOrder } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { reserveAt } from "../../money/isolated/order-reserve.ts";
import { referencePrice } from "../../money/margin/reference-price.ts";
import { refuseLeaving } from "../../permissions/leaving.ts";
import { STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { tradingBlocked } from "../../permissions/trading-state.ts";
import { run } from "../matching/incoming-order.ts";
import { addPending, rest, unrest } from "../orders/open-orders.ts";
import { reportChange, statusOf } from "../orders/order-reports.ts";
import { alignedLots, alignedTicks, checkBand, checkSizeLimits } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";

export const amendmentHandlers = handlers({
  amend_order: amendOrder,
});

export function amendOrder(state: State, command: AmendOrder, answer: Answer, out: Listener): void {
  const market = state.markets[command.market];
  if (market === undefined) {
    answer.rejection = rejection("invalid_parameter", { market: command.market });
    return;
  }
  const order = state.orders.find(command.orderId);
  const amended = state.proposed;
  const refused = check(state, market, command, order, amended);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  answer.orderId = command.orderId;
  apply(state, market, amended, answer, out);
}

/** Why the order cannot be amended, or null with `amended` filled in. */
function check(
  state: State,
  market: Market,
  c: AmendOrder,
  order: OrderSlot,
  amended: ProposedOrder,
): Rejection | null {
  const { orders } = state;
  const refused =
    tradingBlocked(state, c.account, market, c) ??
    checkOrder(state, c, order) ??
    checkChange(state, market, c, order) ??
    refuseGrowthInDoubt(state, market, c, order);
  if (refused !== null) return refused;
  const price = c.price === 0 ? orders.price(order) : alignedTicks(market, c.price);
  if (typeof price !== "number") return price;
  const far = checkBand(market, c.side, price);
  if (far !== null) return far;
  const quantity = c.quantity === 0 ? orders.quantity(order) : alignedLots(market, c.quantity, "order_quantity");
  if (typeof quantity !== "number") return quantity;
  amended.account = c.account;
  amended.market = market.number;
  amended.mode = orders.marginMode(order);
  amended.row = orders.row(order);
  amended.replaced = order;
  amended.side = c.side;
  amended.reduceOnly = orders.isReduceOnly(order);
  amended.orderTag = orders.orderTag(order);
  amended.price = price;
  amended.quantity = quantity;
  amended.most = quantity - orders.executed(order);
  return checkSizeLimits(market, quantity, price, false, false) ?? checkRisk(state, market, amended);
}

/** The order must be the caller's, open, and have the market, side and type that the command names. */
function checkOrder({ orders }: State, c: AmendOrder, order: OrderSlot): Rejection | null {
  // Another account's order is reported as unknown, so that ids cannot be probed.
  if (order === NONE || orders.account(order) !== c.account) return rejection("not_found", { order_id: c.orderId });
  if (orders.market(order) === c.market && orders.side(order) === c.side && orders.type(order) === c.orderType) {
    return null;
  }
  return rejection("cannot_change_order", { order_id: c.orderId });
}

/** The price or the quantity must change, and leave something to be executed. */
function checkChange({ orders }: State, market: Market, c: AmendOrder, order: OrderSlot): Rejection | null {
  if (c.price < 0 || c.quantity < 0 || (c.price === 0 && c.quantity === 0)) {
    return wrong("order_price", "order_price or order_quantity must be a positive number");
  }
  if (c.quantity > 0 && c.quantity <= orders.executed(order) * market.lotE8) {
    return wrong("order_quantity", "order_quantity must exceed what is executed; cancel instead");
  }
  const samePrice = c.price === 0 || c.price === orders.price(order) * market.tickE8;
  const sameQuantity = c.quantity === 0 || c.quantity === orders.quantity(order) * market.lotE8;
  if (!samePrice || !sameQuantity) return null;
  return wrong("order_price", "order_price or order_quantity must differ from the order");
}

/** While a cross position's price is in doubt, an isolated order may only get smaller. Rules 11.4. */
function refuseGrowthInDoubt(state: State, market: Market, c: AmendOrder, order: OrderSlot): Rejection | null {
  const { orders } = state;
  if (state.behaviour >= STANDSTILL_SINCE) return null;
  if (orders.marginMode(order) === "CROSS" || orders.isReduceOnly(order)) return null;
  const samePrice = c.price === 0 || c.price === orders.price(order) * market.tickE8;
  if (samePrice && c.quantity > 0 && c.quantity < orders.quantity(order) * market.lotE8) return null;
  return refuseLeaving(state, c.account);
}

function wrong(field: string, message: string): Rejection {
  return rejection("invalid_parameter", { field }, message);
}

function apply(state: State, market: Market, amended: ProposedOrder, answer: Answer, out: Listener): void {
  const { orders } = state;
  const { replaced: order, price, quantity } = amended;
  const before = orders.quantity(order);
  const keepsPlace = price === orders.price(order) && quantity < before;
  const visible = orders.visibleQuantity(order);
  const newVisible = visible === before ? quantity : Math.min(visible, quantity);
  if (keepsPlace) {
    const shown = orders.visible(order);
    orders.setQuantity(order, quantity);
    orders.setVisibleQuantity(order, newVisible);
    state.books.showing(order, shown);
    addPending(state, order, quantity - before);
    out.level(market.number, orders.side(order), price);
    out.position(orders.account(order), market.number, orders.marginMode(order));
  } else {
    unrest(state, order, out);
    orders.setPrice(order, price);
    orders.setQuantity(order, quantity);
    orders.setVisibleQuantity(order, newVisible);
  }
  if (orders.marginMode(order) === "ISOLATED") {
    reserveAt(state, order, referencePrice(state, market, orders.side(order), price));
  }
  orders.setUpdatedAt(order, state.now);
  reportChange(state, order, "amended", out);
  if (keepsPlace) {
    answer.status = statusOf(state, order);
    return;
  }
  if (!crosses(market, state, order, price)) {
    rest(state, order, out);
    answer.status = statusOf(state, order);
    return;
  }
  run(state, order, price, answer, out);
}

/** Most amended orders meet nothing; only those that cross go through matching. */
function crosses(market: Market, state: State, order: OrderSlot, price: Ticks): boolean {
  const buy = state.orders.isBuy(order);
  const level = (buy ? market.asks : market.bids).best();
  if (level === NONE) return false;
  const best = state.books.levels.price(level);
  return buy ? price >= best : price <= best;
}
