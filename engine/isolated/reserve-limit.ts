// Isolated orders whose margin is no longer there. Rules 5.9 (2), (3). What was to close a position opens one once the
// position is gone; then the youngest orders of that side go until the rest is covered. And an order that takes at worse
// prices than it reserved for stops where the balance does.

import { cancelResting } from "../book/open-orders.ts";
import type { Listener } from "../events.ts";
import { crossMargin, leverageOf } from "../margin/margin.ts";
import { withdrawable } from "../margin/withdrawable.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { allocation } from "./allocation.ts";
import { lotsLeft, refreshReserve, reserveOf } from "./order-reserve.ts";

/**
 * After a fill or a transfer: makes the orders of an isolated row fit again that held `held` lots and reserved `reserved`
 * before it.
 * @returns whether the order that is being matched has to go as well
 */
export function limitReserve(state: State, row: number, held: number, reserved: number, out: Listener): boolean {
  refreshReserve(state, row);
  const account = state.rows.columns.account[row]!;
  const { level, reference } = state.orders.columns;
  let matchedGoes = false;
  while (state.rows.columns.reserve[row]! > reserved && isOverdrawn(state, account)) {
    const youngest = youngestReserving(state, row, held < 0);
    if (youngest === NONE) break;
    if (level[youngest] !== NONE) {
      cancelResting(state, youngest, "MARGIN", out);
      continue;
    }
    matchedGoes = true;
    reference[youngest] = 0;
    refreshReserve(state, row);
  }
  return matchedGoes;
}

/** How much of a match an isolated taker can pay the margin for: all of it, what closes its row, or nothing. */
export function affordable(state: State, market: LiveMarket, order: number, price: number, lots: number): number {
  const row = state.orders.columns.row[order]!;
  const held = state.rows.columns.quantity[row]!;
  const buy = state.orders.isBuy(order);
  const closing = (buy ? held < 0 : held > 0) ? Math.min(lots, Math.abs(held)) : 0;
  if (closing === lots) return lots;
  const needed = allocation((lots - closing) * price * market.unit, leverageOf(state, market, row));
  const reference = state.orders.columns.reference[order]!;
  const own = reserveOf(state, row, { order, buy, lots: lotsLeft(state, market, order), reference }).ofOrder;
  if (needed <= own || needed <= own + withdrawable(state, state.rows.columns.account[row]!)) return lots;
  return closing;
}

/** Whether the reserve is more than the balance and the free collateral that it may come from. */
function isOverdrawn(state: State, account: number): boolean {
  const { holding, isolatedOrderFrozen } = state.accounts.columns;
  const balance = holding[account]! - isolatedOrderFrozen[account]!;
  const { collateral, initialWithOrders } = crossMargin(state, account, null);
  return Math.min(balance, collateral - initialWithOrders - Math.max(0, collateral - balance)) < 0;
}

/** The youngest order of a side that reserves, or would if nothing were left to close. */
function youngestReserving(state: State, row: number, buy: boolean): number {
  const { orders } = state;
  const { rowPrevious, reference } = orders.columns;
  let order = state.rows.columns.lastOrder[row]!;
  while (order !== NONE && (orders.isBuy(order) !== buy || orders.isReduceOnly(order) || reference[order] === 0)) {
    order = rowPrevious[order]!;
  }
  return order;
}
