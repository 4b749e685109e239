// The open orders of a position row: a list in the order of their ids, and the pending quantities that they would add.
// An order is on the list from acceptance to its end; its quantity is pending only while it rests. Rules 2.6, 2.8, 5.3.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Lots, OrderSlot, RowNumber } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import type { State } from "../../memory/state.ts";
import { refreshReserve, reserveAt } from "../../money/isolated/order-reserve.ts";
import { reportCancel } from "./order-reports.ts";

/** Enters an accepted order into its row's list. */
export function enlist(state: State, order: OrderSlot): void {
  const place = state.orders.row(order);
  if (
    state.rows.account(place) !== state.orders.account(order) ||
    state.rows.market(place) !== state.orders.market(order)
  )
    broken("an order is listed with the row of its own account and market", { place, order });
  const last = state.rows.lastOrder(place);
  state.orders.setRowPrevious(order, last);
  state.orders.setRowNext(order, NONE);
  if (last === NONE) state.rows.setFirstOrder(place, order);
  else state.orders.setRowNext(last, order);
  state.rows.setLastOrder(place, order);
  state.rows.setOrders(place, state.rows.orders(place) + 1);
  if (state.orders.isReduceOnly(order)) state.rows.setReduceOnlyOrders(place, state.rows.reduceOnlyOrders(place) + 1);
  state.orders.index(order);
}

/**
 * Ends an order that no longer rests: removes it from the list, remembers its client id among the finished, and frees its slot.
 */
export function finish(state: State, order: OrderSlot): void {
  const place = state.orders.row(order);
  const before = state.orders.rowPrevious(order);
  const after = state.orders.rowNext(order);
  const left = state.rows.orders(place) - 1;
  if (state.orders.level(order) !== NONE) broken("an order that ends rests no longer", { order });
  if ((left === 0) !== (before === NONE && after === NONE))
    broken("a row counts the orders on its list", { place, left });
  // Checked when an order ends, not at each of its changes: most commands are changes.
  if (!(state.rows.pendingBuy(place) >= 0 && state.rows.pendingSell(place) >= 0))
    broken("no less than nothing is pending", { place, order });
  if (before === NONE) state.rows.setFirstOrder(place, after);
  else state.orders.setRowNext(before, after);
  if (after === NONE) state.rows.setLastOrder(place, before);
  else state.orders.setRowPrevious(after, before);
  state.rows.setOrders(place, left);
  if (state.orders.isReduceOnly(order)) {
    const closing = state.rows.reduceOnlyOrders(place) - 1;
    if (!(closing >= 0 && closing <= left)) broken("some of a row's orders are reduce-only", { place, closing, left });
    state.rows.setReduceOnlyOrders(place, closing);
  }
  const named = state.orders.nameRow(order);
  if (named !== NONE) state.clientOrders.finishRow(state.orders.account(order), named);
  state.orders.forget(order);
  if (state.rows.isolated(place) === 1) refreshReserve(state, place);
}

/** Puts an order on its book and counts its remainder as pending. */
export function rest(state: State, order: OrderSlot, out: Listener): void {
  const left = state.orders.remaining(order);
  if (!(left > 0)) broken("what rests is not filled", { order, left });
  state.books.rest(state.markets[state.orders.market(order)]!, order);
  addPending(state, order, left);
  if (state.rows.isolated(state.orders.row(order)) === 1) reserveAt(state, order, state.orders.price(order));
  announce(state, order, out);
}

/** Takes an order off its book without ending it. */
export function unrest(state: State, order: OrderSlot, out: Listener): void {
  state.books.leave(state.markets[state.orders.market(order)]!, order);
  addPending(state, order, -state.orders.remaining(order));
  announce(state, order, out);
}

/** Cancels a resting order. */
export function cancelResting(state: State, order: OrderSlot, reason: CancelReason, out: Listener): void {
  unrest(state, order, out);
  cancelOffBook(state, order, reason, out);
}

/** Cancels an order that does not rest: one being matched, or just taken off its book. */
export function cancelOffBook(state: State, order: OrderSlot, reason: CancelReason, out: Listener): void {
  state.orders.setUpdatedAt(order, state.now);
  reportCancel(state, order, reason, out);
  finish(state, order);
}

/** Changes a row's pending quantity by lots of an order; reduce-only orders are never pending. */
export function addPending(state: State, order: OrderSlot, lots: Lots): void {
  const { orders } = state;
  if (!orders.isReduceOnly(order)) state.rows.addPending(orders.row(order), orders.sideNumber(order), lots);
}

/**
 * Cancels the reduce-only orders of a row that went from `before` lots to zero or to the other side. The order that is
 * being matched is left to its own matching.
 */
export function cancelClosedReduceOnly(state: State, row: RowNumber, before: Lots, out: Listener): void {
  if (state.rows.reduceOnlyOrders(row) === 0 && state.rows.closingAlgos(row) === 0) return;
  const after = state.rows.quantity(row);
  if (after !== 0 && after > 0 === before > 0) return;
  let order = state.rows.firstOrder(row);
  while (order !== NONE) {
    const next = state.orders.rowNext(order);
    if (state.orders.isReduceOnly(order) && state.orders.level(order) !== NONE) {
      cancelResting(state, order, "REDUCE_ONLY_CLOSED", out);
    }
    order = next;
  }
  if (state.rows.closingAlgos(row) > 0) state.followers.positionClosed(state, row, before, out);
}

/** What a reduce-only order may still execute on its row; rules 2.6. */
export function reducible(state: State, order: OrderSlot): number {
  const held = state.rows.quantity(state.orders.row(order));
  const opposite = state.orders.isBuy(order) ? held < 0 : held > 0;
  return opposite ? Math.min(state.orders.remaining(order), Math.abs(held)) : 0;
}

function announce(state: State, order: OrderSlot, out: Listener): void {
  out.level(state.orders.market(order), state.orders.side(order), state.orders.price(order));
  out.position(state.orders.account(order), state.orders.market(order), state.orders.marginMode(order));
}
