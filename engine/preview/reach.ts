// What an incoming order may meet: the first orders of the other side within its bound, in the order of rules 2.3. Matching
// decides what becomes of them; here only as many are found as it can need, and whether those are all there are.

import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Side } from "../vocabulary.ts";

interface Incoming {
  readonly account: number;
  readonly side: Side;
  /** The most that it takes, lots. */
  readonly lots: number;
  /** The worst price that it may execute at, ticks. */
  readonly bound: number;
}

export interface Reach {
  /** Order numbers, best first. */
  readonly orders: readonly number[];
  /** Nothing else lies within the bound. */
  readonly isAll: boolean;
  /** The id of the last one that is not the owner's own: while it is there, nothing behind it was met. 0 for none. */
  readonly lastId: number;
}

/**
 * At least `least` orders, and beyond that until others than the owner offer more than is taken and something is on show:
 * so that whoever takes it all leaves one.
 */
export function reachOf(
  state: State,
  market: LiveMarket,
  { account, side, lots, bound }: Incoming,
  least: number,
): Reach {
  const { orders, books, accounts } = state;
  const buy = side === "BUY";
  const ladder = buy ? market.asks : market.bids;
  const owner = accounts.owner(account);
  const found: number[] = [];
  let offered = 0;
  let lastId = 0;
  let isSeen = false;
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const price = books.levels.price(level);
    if (buy ? price > bound : price < bound) break;
    for (let order = books.levels.head(level); order !== NONE; order = orders.next(order)) {
      if (found.length >= least && offered > lots && isSeen) return { orders: found, isAll: false, lastId };
      found.push(order);
      isSeen ||= orders.visible(order) > 0;
      if (accounts.owner(orders.account(order)) === owner) continue;
      offered += orders.remaining(order);
      lastId = orders.orderId(order);
    }
  }
  return { orders: found, isAll: true, lastId };
}
