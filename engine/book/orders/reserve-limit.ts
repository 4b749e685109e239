// Isolated orders whose margin is no longer there. Rules 5.9 (2), (3). An order that was to close a position opens one
// once the position is gone; then the youngest orders of that side are cancelled until the rest is covered. And an
// order that takes at worse prices than it reserved for stops where the balance ends.

import { NONE } from "../../base/storage/int-map.ts";
import type { Lots, Micros, OrderSlot, RowNumber, Ticks } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { OrderFill } from "../../memory/order/match.ts";
import type { State } from "../../memory/state.ts";
import { feeAt, openingFee, tradingFee } from "../../money/fees/charging.ts";
import { tagRate } from "../../money/fees/order-tags.ts";
import { allocation } from "../../money/isolated/allocation.ts";
import { closingReserve, lotsLeft, refreshReserve, reserveOf } from "../../money/isolated/order-reserve.ts";
import { leverageOf } from "../../money/margin/margin.ts";
import { spareBalance } from "../../money/margin/withdrawable.ts";
import { cancelResting } from "./open-orders.ts";

/**
 * After a fill or a transfer: makes the orders of an isolated row fit their margin again.
 * @param held lots on the row before it
 * @param reserved `closingReserve` of the row before it
 * @returns whether the order that is being matched has to end as well
 */
export function limitReserve(state: State, row: RowNumber, held: Lots, reserved: Micros, out: Listener): boolean {
  refreshReserve(state, row);
  const enlarged = closingReserve(state, row, held) > reserved;
  const buyGoes = limitSide(state, row, true, enlarged && held < 0, out);
  const sellGoes = limitSide(state, row, false, enlarged && held > 0, out);
  return buyGoes || sellGoes;
}

/**
 * Cancels the youngest orders of a side while the reserve exceeds the balance, or, if it was enlarged, the available balance.
 */
function limitSide(state: State, row: RowNumber, buy: boolean, enlarged: boolean, out: Listener): boolean {
  let matchedGoes = false;
  while (isShort(state, row, enlarged)) {
    const youngest = youngestReserving(state, row, buy);
    if (youngest === NONE) break;
    if (state.orders.level(youngest) !== NONE) {
      cancelResting(state, youngest, "MARGIN", out);
      continue;
    }
    matchedGoes = true;
    state.orders.setReference(youngest, 0);
    refreshReserve(state, row);
  }
  return matchedGoes;
}

function isShort(state: State, row: RowNumber, enlarged: boolean): boolean {
  const account = state.rows.account(row);
  return (
    state.accounts.holding(account) < state.accounts.isolatedOrderFrozen(account) ||
    (enlarged && spareBalance(state, account) < 0)
  );
}

/**
 * The youngest order of a side that opens something, or NONE. Younger orders close after older ones, so the youngest is
 * the first to open.
 */
function youngestReserving(state: State, row: RowNumber, buy: boolean): OrderSlot {
  const { orders, rows } = state;
  if ((buy ? rows.reserveBuy(row) : rows.reserveSell(row)) === 0) return NONE;
  const market = state.markets[rows.market(row)]!;
  let order = rows.lastOrder(row);
  while (order !== NONE) {
    const reserves = orders.isBuy(order) === buy && orders.reference(order) > 0 && lotsLeft(state, market, order) > 0;
    if (reserves) return order;
    order = orders.rowPrevious(order);
  }
  return NONE;
}

/** How much of a match an isolated taker can pay the margin for: all of it, the part that closes its row, or nothing. */
export function affordable(state: State, market: Market, fill: OrderFill): Lots {
  const { order, row, buy, price } = fill;
  const lots = Math.abs(fill.lots);
  const held = state.rows.quantity(row);
  const closing = (buy ? held < 0 : held > 0) ? Math.min(lots, Math.abs(held)) : 0;
  if (closing === lots) return lots;
  const needed = allocation((lots - closing) * price * market.unit, leverageOf(state, market, row));
  const left = lotsLeft(state, market, order) - closing;
  const reference = state.orders.reference(order);
  const after = reserveOf(state, row, { order, buy, lots: left, reference }, closing === 0 ? held : 0);
  const enlarged = after.buy + after.sell - state.rows.reserveBuy(row) - state.rows.reserveSell(row);
  const worth = closing === 0 ? 0 : worthAt(state, market, row, price) - closingFee(state, market, fill, closing);
  const paidOut = Math.max(0, worth);
  const spare = Math.max(0, spareBalance(state, state.rows.account(row)) + paidOut - enlarged);
  return needed <= after.ofOrder + spare ? lots : closing;
}

/** The part of an execution's fee that is charged to the closing part; see isolated-fills.ts. */
function closingFee(state: State, market: Market, fill: OrderFill, closing: Lots): Micros {
  const { account, orderTag: tag, price, maker } = fill;
  const lots = Math.abs(fill.lots);
  const notional = lots * price * market.unit;
  const tagFee = tag === NONE ? 0 : feeAt(notional, tagRate(state, tag, market.number));
  const fee = tradingFee(state, account, notional, maker) + tagFee;
  return fee - openingFee(fee, lots - closing, lots);
}

/** M + U of a row at a price, before fees, micros. */
function worthAt(state: State, market: Market, row: RowNumber, price: Ticks): number {
  return state.rows.margin(row) + state.rows.quantity(row) * price * market.unit - state.rows.cost(row);
}
