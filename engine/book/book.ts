// The order books: orders of one price in a queue, oldest priority first, prices in a ladder. Rules 2.3.
//
// An order rests on exactly one level or on none; a level has at least one order and carries the sum of what its orders
// show. Resting and leaving are O(1) but for a price that appears or disappears.

import type { LiveMarket } from "../market/live-market.ts";
import { NONE } from "../storage/int-map.ts";
import type { Ticks } from "../units.ts";
import type { Side } from "../vocabulary.ts";
import type { Ladder } from "./ladder.ts";
import { LevelTable } from "./level-table.ts";
import type { Orders } from "./orders.ts";

export class Levels extends LevelTable {
  constructor() {
    super(256);
  }

  /** Puts every level that has orders back on its ladder, after a snapshot was read. */
  rebuildLadders(markets: readonly LiveMarket[]): void {
    for (let level = 0; level < this.used; level++) {
      if (this.orders(level) === 0) continue;
      const live = markets[this.market(level)]!;
      (this.asks(level) === 1 ? live.asks : live.bids).insert(this.price(level) as Ticks, level);
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
    const buy = orders.isBuy(order);
    const ladder = buy ? market.bids : market.asks;
    const at = orders.price(order) as Ticks;
    const found = ladder.find(at);
    const place = found === NONE ? this.#open(market, ladder, at, buy) : found;
    const tail = this.levels.tail(place);
    orders.setPrevious(order, tail);
    orders.setNext(order, NONE);
    orders.setLevel(order, place);
    if (tail === NONE) this.levels.setHead(place, order);
    else orders.setNext(tail, order);
    this.levels.setTail(place, order);
    this.levels.setOrders(place, this.levels.orders(place) + 1);
    this.levels.setVisible(place, this.levels.visible(place) + orders.visible(order));
  }

  /** Takes an order off its level; its remaining quantity must still be what it rested with. */
  leave(market: LiveMarket, order: number): void {
    const orders = this.#orders;
    const place = orders.level(order);
    const before = orders.previous(order);
    const after = orders.next(order);
    if (before === NONE) this.levels.setHead(place, after);
    else orders.setNext(before, after);
    if (after === NONE) this.levels.setTail(place, before);
    else orders.setPrevious(after, before);
    orders.setLevel(order, NONE);
    this.levels.setVisible(place, this.levels.visible(place) - orders.visible(order));
    const left = this.levels.orders(place) - 1;
    this.levels.setOrders(place, left);
    if (left > 0) return;
    const ladder = this.levels.asks(place) === 1 ? market.asks : market.bids;
    ladder.remove(this.levels.price(place) as Ticks);
    this.levels.free(place);
  }

  /** Corrects what a level shows after a resting order's visible rest went from `before` to what it is now. */
  showing(order: number, before: number): void {
    const place = this.#orders.level(order);
    this.levels.setVisible(place, this.levels.visible(place) + (this.#orders.visible(order) - before));
  }

  /** The best price with something on show, 0 for none. Rules 6.2, 2.2. */
  bestVisible(ladder: Ladder): number {
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(this.levels.price(level))) {
      if (this.levels.visible(level) > 0) return this.levels.price(level);
    }
    return 0;
  }

  /** The visible price number `depth` (0 is the best), 0 for none. */
  visiblePriceAt(ladder: Ladder, depth: number): number {
    let left = depth;
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(this.levels.price(level))) {
      if (this.levels.visible(level) > 0 && left-- === 0) return this.levels.price(level);
    }
    return 0;
  }

  #open(market: LiveMarket, ladder: Ladder, price: Ticks, buy: boolean): number {
    const place = this.levels.allocate();
    this.levels.setMarket(place, market.number);
    this.levels.setAsks(place, buy ? 0 : 1);
    this.levels.setPrice(place, price);
    this.levels.setHead(place, NONE);
    this.levels.setTail(place, NONE);
    this.levels.setVisible(place, 0);
    this.levels.setOrders(place, 0);
    ladder.insert(price, place);
    return place;
  }
}

export function ladderOf(market: LiveMarket, side: Side): Ladder {
  return side === "BUY" ? market.bids : market.asks;
}
