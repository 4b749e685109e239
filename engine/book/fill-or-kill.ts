// FOK: the whole quantity at its price or better, or nothing. Rules 2.2. For an isolated order that includes the margin:
// it may not run out half way (rules 5.9).

import { lotsLeft, reserveAt, reserveOf } from "../isolated/order-reserve.ts";
import { withdrawable } from "../margin/withdrawable.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { reducible } from "./open-orders.ts";
import { fillable, marginToFill } from "./rehearsal.ts";

/** Why a FOK order is cancelled instead of executed; "" if it executes. One that does needs no more asking for margin. */
export function refusesWhole(
  state: State,
  market: LiveMarket,
  order: number,
  bound: number,
): "FOK_UNFILLED" | "MARGIN" | "" {
  const { orders } = state;
  const wanted = orders.remaining(order);
  const able = orders.isReduceOnly(order) ? reducible(state, order) : wanted;
  if (able < wanted || fillable(state, market, order, bound, wanted) < wanted) return "FOK_UNFILLED";
  if (orders.columns.reference[order] === 0) return "";
  if (!isCovered(state, market, order, bound)) return "MARGIN";
  reserveAt(state, order, 0);
  return "";
}

/** Whether its margin, and what older orders reserve that it closes the position of, fit into reserve and balance. */
function isCovered(state: State, market: LiveMarket, order: number, bound: number): boolean {
  const { row, reference, account } = state.orders.columns;
  const place = row[order]!;
  const buy = state.orders.isBuy(order);
  const lots = lotsLeft(state, market, order);
  const own = reserveOf(state, place, { order, buy, lots, reference: reference[order]! });
  const held = state.rows.columns.quantity[place]! + (buy ? lots : -lots);
  const after = reserveOf(state, place, { order, buy, lots: 0, reference: 0 }, held);
  const others = buy ? after.buy - (own.buy - own.ofOrder) : after.sell - (own.sell - own.ofOrder);
  const needed = marginToFill(state, market, order, bound) + Math.max(0, others);
  return needed <= own.ofOrder + withdrawable(state, account[order]!);
}
