// Which orders stay on a book when its market takes no new risk: on each row the oldest orders that close it, up to the
// row's size. All others are cancelled. Rules 11.3.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { OrderSlot } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { reserveAt } from "../../money/isolated/order-reserve.ts";
import { addPending, cancelResting } from "./open-orders.ts";
import { reportChange } from "./order-reports.ts";

/**
 * Cancels every order that could add to a position, by ascending id.
 * @param forced whether the remaining orders become reduce-only, because matching that goes on could carry them past zero
 */
export function cancelRiskIncreasing(state: State, market: Market, forced: boolean, out: Listener): void {
  const { orders } = state;
  /** Lots of each row that no surviving order closes yet. */
  const left = new Map<number, number>();
  for (const order of ordersOf(state, market)) {
    if (orders.isReduceOnly(order)) continue;
    const row = orders.row(order);
    const held = state.rows.quantity(row);
    const open = left.get(row) ?? Math.abs(held);
    const remaining = orders.remaining(order);
    const closes = (orders.isBuy(order) ? held < 0 : held > 0) && remaining <= open;
    if (!closes) {
      cancelResting(state, order, "MARKET_STATE", out);
      continue;
    }
    left.set(row, open - remaining);
    if (forced) makeReduceOnly(state, order, out);
  }
}

/** Every resting order of a market by ascending id. */
export function ordersOf(state: State, market: Market): number[] {
  const found: number[] = [];
  for (const ladder of [market.bids, market.asks]) {
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(state.books.levels.price(level))) {
      for (let order = state.books.levels.head(level); order !== NONE; order = state.orders.next(order))
        found.push(order);
    }
  }
  return found.sort((a, b) => state.orders.orderId(a) - state.orders.orderId(b));
}

function makeReduceOnly(state: State, order: OrderSlot, out: Listener): void {
  const { orders, rows } = state;
  assert(!orders.isReduceOnly(order), "an order becomes reduce-only once", { order });
  addPending(state, order, -orders.remaining(order));
  orders.makeReduceOnly(order);
  rows.setReduceOnlyOrders(orders.row(order), rows.reduceOnlyOrders(orders.row(order)) + 1);
  if (orders.marginMode(order) === "ISOLATED") reserveAt(state, order, 0);
  orders.setUpdatedAt(order, state.now);
  reportChange(state, order, "amended", out);
  out.position(orders.account(order), orders.market(order), orders.marginMode(order));
}
