// Risk before match: position limits, open interest, margin. Rules 4.7, 5.4, 5.7, 1.3 (12) and (13). It is a promise about
// now; what an order may do later is decided when it executes (money/cover/cover.ts).

import { decimalText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, Micros, OrderSlot, RowNumber, TagNumber, Ticks } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Market } from "../../memory/market/market.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";
import { feeAt } from "../../money/fees/charging.ts";
import { tagRate } from "../../money/fees/order-tags.ts";
import { type Considered, crossMargin, leverageOf, notionalAtMark } from "../../money/margin/margin.ts";
import { checkOpenInterest, openedBy } from "../../money/margin/open-interest-limit.ts";
import { referencePrice } from "../../money/margin/reference-price.ts";
import { checkIsolatedRisk } from "./isolated-order-risk.ts";
import type { OrderTerms } from "./order-filters.ts";

const considered: Considered = { market: 0, pendingBuy: 0, pendingSell: 0, leverage: 1 };

/** What of an order its margin depends on. */
type Sized = Pick<OrderTerms, "side" | "most" | "orderTag">;

/**
 * Why an order on these terms can't be afforded, or null. `row` may be NONE.
 * @param replaced the resting order whose place it takes, NONE for a new one
 */
export function checkRisk(
  state: State,
  market: Market,
  row: RowNumber,
  account: AccountNumber,
  mode: MarginMode,
  terms: OrderTerms,
  replaced: OrderSlot,
): Rejection | null {
  // A reduce-only order executes no more than it closes, and is not pending: it can't raise a requirement.
  if (terms.reduceOnly) return null;
  const reference = referencePrice(state, market, terms.side, terms.price);
  return checkRiskAt(state, market, row, account, mode, terms, reference, replaced);
}

/** The same for an order that may open, at a reference price in ticks. */
export function checkRiskAt(
  state: State,
  market: Market,
  row: RowNumber,
  account: AccountNumber,
  mode: MarginMode,
  terms: Sized,
  reference: Ticks,
  replaced: OrderSlot,
): Rejection | null {
  if (mode === "CROSS") return checkCross(state, market, row, account, terms, reference, replaced);
  const { side, most, orderTag } = terms;
  const order = { order: replaced, buy: side === "BUY", lots: most, reference, orderTag };
  return checkIsolatedRisk(state, market, row, account, order, freedBy(state, replaced));
}

function checkCross(
  state: State,
  market: Market,
  row: RowNumber,
  account: AccountNumber,
  { side, most: quantity, orderTag }: Sized,
  reference: Ticks,
  replaced: OrderSlot,
): Rejection | null {
  const buy = side === "BUY";
  const freed = freedBy(state, replaced);
  const held = row === NONE ? 0 : state.rows.quantity(row);
  const buyBefore = row === NONE ? 0 : state.rows.pendingBuy(row);
  const sellBefore = row === NONE ? 0 : state.rows.pendingSell(row);
  considered.market = market.number;
  const more = quantity - freed;
  considered.pendingBuy = buyBefore + (buy ? more : 0);
  considered.pendingSell = sellBefore + (buy ? 0 : more);
  considered.leverage = leverageOf(state, market, row);

  const closable = buy ? -held : held;
  const sameSide = buy ? considered.pendingBuy : considered.pendingSell;
  // A position can always be closed, below initial margin too.
  if (closable > 0 && sameSide <= closable && sameSide + reduceOnlyLots(state, row, buy) <= closable) return null;
  const after = sizeWithOrders(held, considered.pendingBuy, considered.pendingSell);
  const notional = notionalAtMark(market, after);
  if (notional > positionLimit(market)) {
    const before = sizeWithOrders(held, buyBefore, sellBefore);
    // An order that makes nothing larger passes above the limit too, as long as its notional can be counted at all.
    if (after > before || notional > Number.MAX_SAFE_INTEGER) return positionRefusal(market, notional);
  }
  // An order opens no more than all of itself: mostly that fits, and what closes what need not be found out.
  if (notionalAtMark(market, market.openInterest + quantity) > market.parameters.globalMaxOiCap) {
    const others = sameSide - quantity;
    const opening = openedBy(buy, held, others, quantity);
    const refused = checkOpenInterest(market, opening, openedBy(buy, held, others, freed));
    if (refused !== null) return refused;
  }
  const value = held * market.mark * market.unit - (row === NONE ? 0 : state.rows.cost(row));
  const required = market.ratios.initialMarginAtMost(considered.leverage, notional);
  const { accounts, marginBounds } = state;
  const balance = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
  const spare = balance + marginBounds.atLeast(state, account, row) + value - required;
  return checkMargin(state, market, account, buy, quantity, orderTag, reference, spare);
}

/** Lots of the reduce-only orders on one side of a row: they close as well, although they are not pending. */
function reduceOnlyLots(state: State, row: RowNumber, buy: boolean): number {
  const { orders, rows } = state;
  if (rows.reduceOnlyOrders(row) === 0) return 0;
  let lots = 0;
  for (let order = rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
    if (orders.isReduceOnly(order) && orders.isBuy(order) === buy) lots += orders.remaining(order);
  }
  return lots;
}

/** What is left of the order that another takes the place of, lots. */
function freedBy(state: State, replaced: OrderSlot): number {
  return replaced === NONE ? 0 : state.orders.remaining(replaced);
}

function positionLimit(market: Market): number {
  return Math.min(market.parameters.maxNotional, market.ratios.maxNotional(considered.leverage));
}

function positionRefusal(market: Market, notional: Micros): Rejection {
  const limit = decimalText(positionLimit(market), 6);
  return rejection("position_limit", { notional_with_orders: decimalText(notional, 6), limit });
}

/**
 * TC ≥ ΣIM with orders + loss + fee.
 * @param spare not more than TC − ΣIM with orders. Nearly everyone who trades has far more than is needed: then this is
 * enough, and nothing has to be added up and rounded exactly.
 */
function checkMargin(
  state: State,
  market: Market,
  account: AccountNumber,
  buy: boolean,
  quantity: Lots,
  orderTag: TagNumber,
  reference: Ticks,
  spare: Micros,
): Rejection | null {
  const against = buy ? reference - market.mark : market.mark - reference;
  const loss = against > 0 ? against * quantity * market.unit : 0;
  const rate = state.accounts.takerFee(account) + (orderTag === NONE ? 0 : tagRate(state, orderTag, market.number));
  // After a fall the best ask can be so far away that the order's value can't be counted; its loss is refused then.
  const value = Math.min(reference * quantity * market.unit, Number.MAX_SAFE_INTEGER);
  const fee = feeAt(value, rate);
  if (spare >= loss + fee + 1) return null;
  const { collateral, initialWithOrders } = crossMargin(state, account, considered);
  const required = initialWithOrders + loss + fee;
  if (collateral >= required) return null;
  return rejection("insufficient_margin", {
    required: decimalText(required, 6),
    available: decimalText(collateral, 6),
  });
}
