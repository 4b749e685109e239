// What an incoming order may meet, as the public book shows it: the first orders of the other side within its bound, one by
// one, in the order of rules 2.3, and behind so many of those what the next prices show. Hidden orders of others are not
// among it, nor what a resting order hides. Matching decides what becomes of them; here only as much is found as it can
// need, and whether that is all there is: a question costs what it meets, and never more than these bounds.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, OrderId, OrderSlot, Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import { hasSiblings, type ShownLevel } from "../../book/scratch/scratch.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** So many orders are met one by one, each with the fee and the rounding that it would have. */
export const ORDERS_MAX = 100;
/** So many prices behind them are met as if one order stood there. What is further away is not looked at. */
export const LEVELS_MAX = 200;
/** So many orders of its owner's, who may have thousands, end by it there. */
export const OWN_MAX = 200;

interface Incoming {
  readonly account: AccountNumber;
  readonly side: Side;
  /** The most that it takes, lots. */
  readonly lots: Lots;
  /** The worst price that it may execute at, ticks. */
  readonly bound: Ticks;
}

export interface Reach {
  /** Order numbers, best first; of the owner's own also those behind the others. */
  readonly orders: readonly number[];
  /** What lies behind the orders of others, best first. */
  readonly levels: readonly ShownLevel[];
  /** Why there is no more: nothing else is on show within the bound, it is enough, or a question looks no further. */
  readonly end: "all" | "enough" | "far";
  /** The id of the last of `orders` that is not the owner's own. While it, or the last level, is there, nothing behind was met. */
  readonly lastId: OrderId;
}

/**
 * Until others than the owner show more than is taken, so that an order that takes it all leaves some; or, if `whole`,
 * all of it.
 */
export function reachOf(state: State, market: Market, incoming: Incoming, whole: boolean): Reach {
  const { account, side, lots, bound } = incoming;
  const { orders, books, accounts } = state;
  const buy = side === "BUY";
  const ladder = buy ? market.asks : market.bids;
  const owner = accounts.owner(account);
  const found: number[] = [];
  const levels: ShownLevel[] = [];
  const walk = new Walk(state, ORDERS_MAX);
  const walkOfOwn = new Walk(state, OWN_MAX);
  let own: ReadonlyMap<number, readonly number[]> | null = null;
  let offered = 0;
  let lastId = 0;
  const reach = (end: Reach["end"]): Reach => ({ orders: found, levels, end, lastId });
  const isEnough = (): boolean => !whole && offered > lots;
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const price = books.levels.price(level);
    if (buy ? price > bound : price < bound) break;
    let shown: number = books.levels.visible(level);
    let order = books.levels.head(level);
    for (; order !== NONE && walk.goesOn; order = orders.next(order)) {
      if (isEnough()) return reach("enough");
      walk.pass(order);
      const shows = orders.visible(order);
      shown -= shows;
      const isOwn = accounts.owner(orders.account(order)) === owner;
      if (isOwn || shows > 0) found.push(order);
      if (isOwn || shows === 0) continue;
      offered += shows;
      lastId = orders.orderId(order);
    }
    if (order === NONE) continue;
    own ??= ownOrders(state, market, owner);
    for (const each of own.get(level) ?? []) {
      if (found.includes(each)) continue;
      if (!walkOfOwn.goesOn) return reach("far");
      walkOfOwn.pass(each);
      found.push(each);
      shown -= orders.visible(each);
    }
    if (shown === 0) continue;
    if (isEnough()) return reach("enough");
    if (levels.length === LEVELS_MAX) return reach("far");
    levels.push({ price, lots: shown });
    offered += shown;
  }
  return reach("all");
}

/** How many orders may still be looked at one by one. */
class Walk {
  readonly #state: State;
  readonly #rows = new Set<number>();
  #left: number;

  constructor(state: State, most: number) {
    this.#state = state;
    this.#left = most;
  }

  get goesOn(): boolean {
    return this.#left > 0;
  }

  /** An order, and what has to be copied with it. */
  pass(order: OrderSlot): void {
    this.#left--;
    const row = this.#state.orders.row(order);
    if (this.#rows.has(row)) return;
    this.#rows.add(row);
    if (hasSiblings(this.#state, row)) this.#left -= this.#state.rows.orders(row);
  }
}

/** Every order that an owner's accounts have in a market, by its level. */
function ownOrders(state: State, market: Market, owner: AccountNumber): Map<number, number[]> {
  const { accounts, rows, orders } = state;
  const found = new Map<number, number[]>();
  for (const account of [owner, ...accounts.subAccounts(owner)]) {
    for (const mode of ["CROSS", "ISOLATED"] as const) {
      const row = rows.find(account, market.number, mode);
      if (row === NONE) continue;
      for (let order = rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
        const level = orders.level(order);
        const there = found.get(level);
        if (there === undefined) found.set(level, [order]);
        else there.push(order);
      }
    }
  }
  return found;
}
