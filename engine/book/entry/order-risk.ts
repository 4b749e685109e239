// Pre-trade risk: position limits, open interest, margin. Rules 4.7, 5.4, 5.7, 1.3 (12) and (13). Acceptance is a
// promise about now; what an order may do later is decided when it executes (money/cover/cover.ts).

import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Micros, RowNumber } from "../../base/units.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Market } from "../../memory/market/market.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";
import { feeAt } from "../../money/fees/charging.ts";
import { tagRate } from "../../money/fees/order-tags.ts";
import { crossMargin, leverageOf, notionalAtMark } from "../../money/margin/margin.ts";
import { checkOpenInterest, openedBy } from "../../money/margin/open-interest-limit.ts";
import { referencePrice } from "../../money/margin/reference-price.ts";
import { checkIsolatedRisk, freedBy } from "./isolated-order-risk.ts";

/** Why a proposed order cannot be afforded, or null. Also sets the order's reference price. */
export function checkRisk(state: State, market: Market, order: ProposedOrder): Rejection | null {
  order.reference = referencePrice(state, market, order.side, order.price);
  // A reduce-only order executes no more than it closes, and is not pending: it cannot raise a requirement.
  return order.reduceOnly ? null : checkRiskAt(state, market, order);
}

/** The same for an order that may open, at a known reference price. */
export function checkRiskAt(state: State, market: Market, order: ProposedOrder): Rejection | null {
  return order.mode === "CROSS" ? checkCross(state, market, order) : checkIsolatedRisk(state, market, order);
}

function checkCross(state: State, market: Market, order: ProposedOrder): Rejection | null {
  const { account, row, most: quantity } = order;
  const buy = order.side === "BUY";
  const freed = freedBy(state, order);
  const held = row === NONE ? 0 : state.rows.quantity(row);
  const buyBefore = row === NONE ? 0 : state.rows.pendingBuy(row);
  const sellBefore = row === NONE ? 0 : state.rows.pendingSell(row);
  const more = quantity - freed;
  order.pendingBuy = buyBefore + (buy ? more : 0);
  order.pendingSell = sellBefore + (buy ? 0 : more);
  order.leverage = leverageOf(state, market, row);

  const closable = buy ? -held : held;
  const sameSide = buy ? order.pendingBuy : order.pendingSell;
  // A position can always be closed, even below initial margin.
  if (closable > 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row) <= closable) return null;
  const after = sizeWithOrders(held, order.pendingBuy, order.pendingSell);
  const notional = notionalAtMark(market, after);
  if (notional > positionLimit(market, order)) {
    const before = sizeWithOrders(held, buyBefore, sellBefore);
    // An order that enlarges nothing passes above the limit too, as long as its notional can be counted at all.
    if (after > before || notional > Number.MAX_SAFE_INTEGER) return positionRefusal(market, order, notional);
  }
  // Counts the whole order as opening first: usually that fits, and what it closes need not be computed.
  if (notionalAtMark(market, market.openInterest + quantity) > market.parameters.globalMaxOiCap) {
    const others = sameSide - quantity;
    const opening = openedBy(buy, held, others, quantity);
    const refused = checkOpenInterest(market, opening, openedBy(buy, held, others, freed));
    if (refused !== null) return refused;
  }
  const value = held * market.mark * market.unit - (row === NONE ? 0 : state.rows.cost(row));
  const required = market.ratios.initialMarginAtMost(order.leverage, notional);
  const { accounts, marginBounds } = state;
  const balance = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
  return checkMargin(state, market, order, balance + marginBounds.atLeast(state, account, row) + value - required);
}

/** Lots of a row's reduce-only orders: they close as well, although they are not pending. */
function reduceOnlyLots(state: State, row: RowNumber): number {
  const { orders, rows } = state;
  if (rows.reduceOnlyOrders(row) === 0) return 0;
  let lots = 0;
  for (let order = rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
    if (orders.isReduceOnly(order)) lots += orders.remaining(order);
  }
  return lots;
}

function positionLimit(market: Market, { leverage }: ProposedOrder): number {
  return Math.min(market.parameters.maxNotional, market.ratios.maxNotional(leverage));
}

function positionRefusal(market: Market, order: ProposedOrder, notional: Micros): Rejection {
  const limit = microsText(positionLimit(market, order));
  return rejection("position_limit", { notional_with_orders: microsText(notional), limit });
}

/**
 * TC ≥ ΣIM with orders + loss + fee.
 * @param spare a lower bound of TC − ΣIM with orders. For nearly every trader it suffices, and the exact sums are not needed.
 */
function checkMargin(state: State, market: Market, order: ProposedOrder, spare: Micros): Rejection | null {
  const { account, most: quantity, orderTag, reference } = order;
  const against = order.side === "BUY" ? reference - market.mark : market.mark - reference;
  const loss = against > 0 ? against * quantity * market.unit : 0;
  const rate = state.accounts.takerFee(account) + (orderTag === NONE ? 0 : tagRate(state, orderTag, market.number));
  // After a fall the best ask can be so far away that the order's value cannot be counted; then its loss refuses it.
  const value = Math.min(reference * quantity * market.unit, Number.MAX_SAFE_INTEGER);
  const fee = feeAt(value, rate);
  if (spare >= loss + fee) return null;
  const { collateral, initialWithOrders } = crossMargin(state, account, order);
  const required = initialWithOrders + loss + fee;
  if (collateral >= required) return null;
  return rejection("insufficient_margin", {
    required: microsText(required),
    available: microsText(collateral),
  });
}
