// Risk before match: position limits, open interest, margin. Rules 4.7, 5.4, 5.7, 1.3 (12) and (13). Everything that an
// order could cost is asked for before it touches the book; nothing is asked again when it fills.

import { feeAt } from "../fees/charging.ts";
import { tagRate } from "../fees/order-tags.ts";
import { checkIsolatedRisk } from "../isolated/order-risk.ts";
import { type Considered, crossMargin, leverageOf, notionalAtMark, sizeWithOrders } from "../margin/margin.ts";
import { checkOpenInterest, openedBy } from "../margin/open-interest-limit.ts";
import { referencePrice } from "../margin/reference-price.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { decimalText } from "../numbers/arithmetic.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { MarginMode } from "../vocabulary.ts";
import type { OrderTerms } from "./order-filters.ts";

/** The resting order that an amended one takes the place of, and its remaining lots. */
export interface Replaced {
  readonly order: number;
  readonly remaining: number;
}

const considered: Considered = { market: 0, pendingBuy: 0, pendingSell: 0, leverage: 1 };

/** What of an order its margin depends on. */
type Sized = Pick<OrderTerms, "side" | "quantity" | "orderTag">;

/** Why an order on these terms can't be afforded, or null. `row` may be NONE. */
export function checkRisk(
  state: State,
  market: LiveMarket,
  row: number,
  account: number,
  mode: MarginMode,
  terms: OrderTerms,
  replaced: Replaced | null,
): Rejection | null {
  // A reduce-only order executes no more than it closes, and is not pending: it can't raise a requirement.
  if (terms.reduceOnly) return null;
  const reference = referencePrice(state, market, terms.side, terms.price);
  return checkRiskAt(state, market, row, account, mode, terms, reference, replaced);
}

/** The same for an order that may open, at a reference price in ticks. */
export function checkRiskAt(
  state: State,
  market: LiveMarket,
  row: number,
  account: number,
  mode: MarginMode,
  terms: Sized,
  reference: number,
  replaced: Replaced | null,
): Rejection | null {
  if (mode === "CROSS") return checkCross(state, market, row, account, terms, reference, replaced);
  const order = replaced === null ? NONE : replaced.order;
  const considered = { order, buy: terms.side === "BUY", lots: terms.quantity, reference };
  return checkIsolatedRisk(state, market, row, account, considered, replaced === null ? 0 : replaced.remaining);
}

function checkCross(
  state: State,
  market: LiveMarket,
  row: number,
  account: number,
  terms: Sized,
  reference: number,
  replaced: Replaced | null,
): Rejection | null {
  const { columns } = state.rows;
  const held = row === NONE ? 0 : columns.quantity[row]!;
  const buy = terms.side === "BUY";
  const freed = replaced === null ? 0 : replaced.remaining;
  const buyBefore = row === NONE ? 0 : columns.pendingBuy[row]!;
  const sellBefore = row === NONE ? 0 : columns.pendingSell[row]!;
  considered.market = market.number;
  considered.pendingBuy = buyBefore + (buy ? terms.quantity - freed : 0);
  considered.pendingSell = sellBefore + (buy ? 0 : terms.quantity - freed);
  considered.leverage = leverageOf(state, market, row);

  const closing = buy ? held < 0 : held > 0;
  const sameSide = buy ? considered.pendingBuy : considered.pendingSell;
  // A position can always be closed, below initial margin too.
  if (closing && sameSide <= Math.abs(held)) return null;
  const before = sizeWithOrders(held, buyBefore, sellBefore);
  const others = sameSide - terms.quantity;
  return (
    checkPositionLimit(market, before, sizeWithOrders(held, considered.pendingBuy, considered.pendingSell)) ??
    checkOpenInterest(market, openedBy(buy, held, others, terms.quantity), openedBy(buy, held, others, freed)) ??
    checkMargin(state, market, account, terms, reference)
  );
}

function checkPositionLimit(market: LiveMarket, before: number, after: number): Rejection | null {
  const notional = notionalAtMark(market, after);
  const limit = Math.min(market.parameters.maxNotional, market.ratios.maxNotional(considered.leverage));
  // An order that makes nothing larger passes above the limit too, as long as its notional can be counted at all.
  if (notional <= limit || (after <= before && notional <= Number.MAX_SAFE_INTEGER)) return null;
  return rejection("position_limit", { notional_with_orders: decimalText(notional, 6), limit: decimalText(limit, 6) });
}

/** TC ≥ ΣIM with orders + loss + fee. */
function checkMargin(
  state: State,
  market: LiveMarket,
  account: number,
  terms: Sized,
  reference: number,
): Rejection | null {
  const against = terms.side === "BUY" ? reference - market.mark : market.mark - reference;
  const loss = Math.max(0, against) * terms.quantity * market.unit;
  const { orderTag } = terms;
  const rate =
    state.accounts.columns.takerFee[account]! + (orderTag === NONE ? 0 : tagRate(state, orderTag, market.number));
  // After a fall the best ask can be so far away that the order's value can't be counted; its loss is refused then.
  const value = Math.min(reference * terms.quantity * market.unit, Number.MAX_SAFE_INTEGER);
  const fee = feeAt(value, rate);
  const { collateral, initialWithOrders } = crossMargin(state, account, considered);
  const required = initialWithOrders + loss + fee;
  if (collateral >= required) return null;
  return rejection("insufficient_margin", {
    required: decimalText(required, 6),
    available: decimalText(collateral, 6),
  });
}
