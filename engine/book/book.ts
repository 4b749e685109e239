// The order books: orders of one price in a queue, oldest priority first, prices in a ladder. Rules 2.3.
//
// An order rests on exactly one level or on none; a level has at least one order and carries the sum of what its orders
// show. Resting and leaving are O(1) but for a price that appears or disappears.

import type { LiveMarket } from "../market/live-market.ts";
import { NONE } from "../storage/int-map.ts";
import { Table } from "../storage/table.ts";
import type { Ticks } from "../units.ts";
import type { Side } from "../vocabulary.ts";
import type { Ladder } from "./ladder.ts";
import type { Orders } from "./orders.ts";

const COLUMNS = {
  market: Int32Array,
  /** 1 for asks. */
  asks: Int32Array,
  price: Float64Array,
  head: Int32Array,
  tail: Int32Array,
  /** Lots on show. */
  visible: Float64Array,
  orders: Int32Array,
} as const;

export class Levels extends Table<typeof COLUMNS> {
  constructor() {
    super(COLUMNS, 256);
  }

  /** Puts every level that has orders back on its ladder, after a snapshot was read. */
  rebuildLadders(markets: readonly LiveMarket[]): void {
    const { market, asks, price, orders } = this.columns;
    for (let level = 0; level < this.used; level++) {
      if (orders[level] === 0) continue;
      const live = markets[market[level]!]!;
      (asks[level] === 1 ? live.asks : live.bids).insert(price[level]! as Ticks, level);
    }
  }
}

export class Books {
  readonly levels = new Levels();
  readonly #orders: Orders;

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  /** Puts an order at the end of the queue of its price. */
  rest(market: LiveMarket, order: number): void {
    const orders = this.#orders;
    const { price, next, previous, level } = orders.columns;
    const buy = orders.isBuy(order);
    const ladder = buy ? market.bids : market.asks;
    const at = price[order]! as Ticks;
    const found = ladder.find(at);
    const place = found === NONE ? this.#open(market, ladder, at, buy) : found;
    const columns = this.levels.columns;
    const tail = columns.tail[place]!;
    previous[order] = tail;
    next[order] = NONE;
    level[order] = place;
    if (tail === NONE) columns.head[place] = order;
    else next[tail] = order;
    columns.tail[place] = order;
    columns.orders[place]!++;
    columns.visible[place]! += orders.visible(order);
  }

  /** Takes an order off its level; its remaining quantity must still be what it rested with. */
  leave(market: LiveMarket, order: number): void {
    const orders = this.#orders;
    const { next, previous, level } = orders.columns;
    const columns = this.levels.columns;
    const place = level[order]!;
    const before = previous[order]!;
    const after = next[order]!;
    if (before === NONE) columns.head[place] = after;
    else next[before] = after;
    if (after === NONE) columns.tail[place] = before;
    else previous[after] = before;
    level[order] = NONE;
    columns.visible[place]! -= orders.visible(order);
    if (--columns.orders[place]! > 0) return;
    const ladder = columns.asks[place] === 1 ? market.asks : market.bids;
    ladder.remove(columns.price[place]! as Ticks);
    this.levels.free(place);
  }

  /** Corrects what a level shows after a resting order's visible rest went from `before` to what it is now. */
  showing(order: number, before: number): void {
    const place = this.#orders.columns.level[order]!;
    this.levels.columns.visible[place]! += this.#orders.visible(order) - before;
  }

  /** The best price with something on show, 0 for none. Rules 6.2, 2.2. */
  bestVisible(ladder: Ladder): number {
    const { visible, price } = this.levels.columns;
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(price[level]!)) {
      if (visible[level]! > 0) return price[level]!;
    }
    return 0;
  }

  /** The visible price number `depth` (0 is the best), 0 for none. */
  visiblePriceAt(ladder: Ladder, depth: number): number {
    const { visible, price } = this.levels.columns;
    let left = depth;
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(price[level]!)) {
      if (visible[level]! > 0 && left-- === 0) return price[level]!;
    }
    return 0;
  }

  #open(market: LiveMarket, ladder: Ladder, price: Ticks, buy: boolean): number {
    const place = this.levels.allocate();
    const columns = this.levels.columns;
    columns.market[place] = market.number;
    columns.asks[place] = buy ? 0 : 1;
    columns.price[place] = price;
    columns.head[place] = NONE;
    columns.tail[place] = NONE;
    columns.visible[place] = 0;
    columns.orders[place] = 0;
    ladder.insert(price, place);
    return place;
  }
}

export function ladderOf(market: LiveMarket, side: Side): Ladder {
  return side === "BUY" ? market.bids : market.asks;
}
