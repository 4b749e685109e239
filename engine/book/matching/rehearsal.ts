// Predicts what a POST_ONLY order would meet, without changing anything: it must not reach visible quantity. Rules 2.4,
// 2.5. Every order on the book counts as present, whatever happens when its turn comes; an isolated order that an
// earlier fill of its row may leave without margin (rules 5.9) counts as visible.

import { NONE } from "../../base/storage/int-map.ts";
import type { OrderSlot } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Match } from "../../memory/order/match.ts";
import type { State } from "../../memory/state.ts";
import { reducible } from "../orders/open-orders.ts";

/** Whether a POST_ONLY order would reach a visible quantity, its owner's included, before it is full. */
export function meetsVisible(state: State, market: Market, match: Match): boolean {
  const { order } = match.incoming;
  // A reduce-only order is done once it has closed what it may, however much of it remains.
  let left = state.orders.isReduceOnly(order) ? reducible(state, order) : state.orders.remaining(order);
  let met = false;
  walk(state, market, match, (resting, offered, own, lasts) => {
    met = !lasts;
    if (met) return false;
    const visible = state.orders.visible(resting);
    if (own) {
      met = visible > 0;
      return !met;
    }
    const hidden = Math.min(offered, state.orders.remaining(resting) - visible);
    left -= Math.min(left, hidden);
    met = left > 0 && offered > hidden;
    return left > 0 && !met;
  });
  return met;
}

type Visit = (resting: OrderSlot, offered: number, own: boolean, lasts: boolean) => boolean;

/**
 * Visits the opposite side in priority order while its price is within the bound. `offered` is what a resting order
 * would give: a reduce-only one no more than its row still holds after what it and its siblings gave before.
 */
function walk(state: State, market: Market, match: Match, visit: Visit): void {
  const { orders, books, accounts } = state;
  const ladder = match.incoming.buy ? market.asks : market.bids;
  const owner = accounts.owner(match.incoming.account);
  const held = new Map<number, number>();
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    if (!match.reaches(books.levels.price(level))) return;
    for (let resting = books.levels.head(level); resting !== NONE; resting = orders.next(resting)) {
      const own = accounts.owner(orders.account(resting)) === owner;
      const lasts = staysCovered(state, resting, held);
      const offered = own ? 0 : offer(state, resting, held);
      if (!visit(resting, offered, own, lasts)) return;
    }
  }
}

/** What a resting order gives in full; updates its row's holding in `held`. */
function offer(state: State, resting: OrderSlot, held: Map<number, number>): number {
  const { orders } = state;
  const row = orders.row(resting);
  const remaining = orders.remaining(resting);
  if (state.rows.reduceOnlyOrders(row) === 0 && state.rows.isolated(row) === 0) return remaining;
  const before = held.get(row) ?? state.rows.quantity(row);
  const direction = orders.isBuy(resting) ? 1 : -1;
  const closing = before * direction < 0;
  const offered = !orders.isReduceOnly(resting) ? remaining : closing ? Math.min(remaining, Math.abs(before)) : 0;
  held.set(row, before + direction * offered);
  return offered;
}

/** False where an order met earlier closed part of the position that this one may rely on as well. */
function staysCovered(state: State, resting: OrderSlot, held: Map<number, number>): boolean {
  const { orders } = state;
  const row = orders.row(resting);
  if (state.rows.isolated(row) === 0 || !held.has(row) || orders.isReduceOnly(resting)) return true;
  return orders.isBuy(resting) ? state.rows.quantity(row) >= 0 : state.rows.quantity(row) <= 0;
}
