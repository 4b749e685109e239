// What an incoming order would meet, without touching anything: for FOK, which executes whole or not at all, and for
// POST_ONLY, which must not reach anything on show. Rules 2.2, 2.4, 2.5.
//
// One resting order may not last: a fill of one isolated order can leave the next of the same row without margin (rules
// 5.9). Such an order counts for nothing to a FOK, and as something on show to a POST_ONLY.

import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { reducible } from "./open-orders.ts";

/** Lots that an order could execute at its bound or better, at most `wanted`. */
export function fillable(state: State, market: LiveMarket, order: number, bound: number, wanted: number): number {
  let left = wanted;
  walk(state, market, order, bound, (_, offered, own, lasts) => {
    if (!own && lasts) left -= Math.min(left, offered);
    return left > 0;
  });
  return wanted - left;
}

/**
 * Visits in turn the executions that an order would have, which `fillable` found to make it full: lots and ticks, until a
 * visit returns false.
 */
export function rehearse(
  state: State,
  market: LiveMarket,
  order: number,
  bound: number,
  visit: (lots: number, price: number) => boolean,
): void {
  let left = state.orders.remaining(order);
  walk(state, market, order, bound, (resting, offered, own, lasts) => {
    if (own || !lasts) return true;
    const hidden = Math.min(offered, state.orders.remaining(resting) - state.orders.visible(resting));
    for (const part of [hidden, offered - hidden]) {
      const lots = Math.min(left, part);
      left -= lots;
      if (lots > 0 && !visit(lots, state.orders.price(resting))) return false;
    }
    return left > 0;
  });
}

/** Whether a POST_ONLY order would reach a visible quantity, its owner's included, before it is full. */
export function meetsVisible(state: State, market: LiveMarket, order: number, bound: number): boolean {
  // A reduce-only order is served once it has closed what it may, however much of it is left.
  let left = state.orders.isReduceOnly(order) ? reducible(state, order) : state.orders.remaining(order);
  let met = false;
  walk(state, market, order, bound, (resting, offered, own, lasts) => {
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

type Visit = (resting: number, offered: number, own: boolean, lasts: boolean) => boolean;

/**
 * Visits the opposite side in priority order while its price is within the bound. `offered` is what a resting order
 * would give up: a reduce-only one no more than its row still holds after what it and its siblings gave before.
 */
function walk(state: State, market: LiveMarket, order: number, bound: number, visit: Visit): void {
  const { orders, books, accounts } = state;
  const buy = orders.isBuy(order);
  const ladder = buy ? market.asks : market.bids;
  const owner = accounts.owner(orders.account(order));
  const held = new Map<number, number>();
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const price = books.levels.price(level);
    if (buy ? price > bound : price < bound) return;
    for (let resting = books.levels.head(level); resting !== NONE; resting = orders.next(resting)) {
      const own = accounts.owner(orders.account(resting)) === owner;
      const lasts = own || staysCovered(state, resting, held);
      const offered = own ? 0 : offer(state, resting, held);
      if (!own && offered === 0) continue;
      if (!visit(resting, offered, own, lasts)) return;
    }
  }
}

/** What a resting order gives in full, and its row's holding after that. */
function offer(state: State, resting: number, held: Map<number, number>): number {
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

/** False where an order met before closed part of the position that this one, too, may be resting on. */
function staysCovered(state: State, resting: number, held: Map<number, number>): boolean {
  const { orders } = state;
  const row = orders.row(resting);
  if (state.rows.isolated(row) === 0 || !held.has(row) || orders.isReduceOnly(resting)) return true;
  return orders.isBuy(resting) ? state.rows.quantity(row) >= 0 : state.rows.quantity(row) <= 0;
}
