// Finds the resting orders that an incoming order may meet, as the public book shows them: the first orders of the other side
// within its bound, one by one, in the order of rules 2.3, and behind them the quantities shown at the next prices. Hidden
// orders of others are left out, and so is the hidden part of a resting order. Matching decides what happens to them; here
// only as many are found as the order can need, and whether they are all there are: a preview costs what it meets, and
// never more than these bounds.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, OrderId, OrderSlot, Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import { hasSiblings, type ShownLevel } from "../../book/scratch/scratch.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** How many orders are met one by one, each with its own fee and rounding. */
export const ORDERS_MAX = 100;
/** How many prices behind them are met as if one order rested at each. Anything further away is not looked at. */
export const LEVELS_MAX = 200;
/** How many of the owner's own orders at those prices are looked at, which it cancels; an owner may have thousands. */
export const OWN_MAX = 200;

interface Incoming {
  readonly account: AccountNumber;
  readonly side: Side;
  /** The most lots that it takes. */
  readonly lots: Lots;
  /** The worst price that it may execute at, ticks. */
  readonly bound: Ticks;
}

export interface ReachableOrders {
  /** Order numbers, best first; the owner's own orders include those at the prices in `levels`. */
  readonly orders: readonly number[];
  /** The quantities shown at prices behind the single orders of others, best first. */
  readonly levels: readonly ShownLevel[];
  /** Why there is no more: nothing else is shown within the bound, it is enough, or a preview looks no further. */
  readonly end: "all" | "enough" | "far";
  /** The id of the last of `orders` that is not the owner's. While it, or the last level, remains, nothing behind was met. */
  readonly lastId: OrderId;
}

/**
 * Stops once orders other than the owner's show more than is taken, so that an order that takes everything leaves some; with
 * `whole`, continues to the end.
 */
export function reachableOrders(state: State, market: Market, incoming: Incoming, whole: boolean): ReachableOrders {
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
  const reach = (end: ReachableOrders["end"]): ReachableOrders => ({ orders: found, levels, end, lastId });
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

/** Counts how many orders may still be looked at one by one. */
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

  /** Counts an order, and what has to be copied with it. */
  pass(order: OrderSlot): void {
    this.#left--;
    const row = this.#state.orders.row(order);
    if (this.#rows.has(row)) return;
    this.#rows.add(row);
    if (hasSiblings(this.#state, row)) this.#left -= this.#state.rows.orders(row);
  }
}

/** All orders that an owner's accounts have in a market, by level. */
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
