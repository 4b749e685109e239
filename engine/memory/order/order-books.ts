// The order books: the orders at one price in a queue by priority, oldest first, and the prices in a ladder. Rules 2.3.
//
// An order rests on exactly one level or on none; a level has at least one order, and carries the sum of their visible
// quantities. Adding and removing an order is O(1), except when its price appears or disappears.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { LevelNumber, Lots, OrderSlot, SideNumber, Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import type { Ladder } from "../market/ladder.ts";
import type { Market } from "../market/market.ts";
import { LevelTable } from "./level-table.generated.ts";
import type { Orders } from "./orders.ts";

export class Levels extends LevelTable {
  /** Puts every level that has orders back on its ladder, after a snapshot was read. */
  rebuildLadders(markets: readonly Market[]): void {
    for (let level = 0; level < this.used; level++) {
      if (this.orders(level) === 0) continue;
      const live = markets[this.market(level)]!;
      (this.asks(level) === 1 ? live.asks : live.bids).insert(this.price(level), level);
    }
  }
}

export class Books {
  readonly levels = new Levels();
  readonly #orders: Orders;

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  /** Appends an order to the queue at its price. */
  rest(market: Market, order: OrderSlot): void {
    const orders = this.#orders;
    const { levels } = this;
    const side = orders.sideNumber(order);
    const price = orders.price(order);
    const found = market.ladders[side]!.find(price);
    const level = found === NONE ? this.#open(market, side, price) : found;
    const tail = levels.tail(level);
    if (orders.level(order) !== NONE) broken("an order rests once", { order, level: orders.level(order) });
    orders.setPrevious(order, tail);
    orders.setNext(order, NONE);
    orders.setLevel(order, level);
    if (tail === NONE) levels.setHead(level, order);
    else orders.setNext(tail, order);
    levels.setTail(level, order);
    levels.setOrders(level, levels.orders(level) + 1);
    levels.setVisible(level, levels.visible(level) + orders.visible(order));
  }

  /** Removes an order from its level; its remaining quantity must still be the one that it rested with. */
  leave(market: Market, order: OrderSlot): void {
    const orders = this.#orders;
    const { levels } = this;
    const level = orders.level(order);
    orders.setLevel(order, NONE);
    const left = levels.orders(level) - 1;
    const shown = levels.visible(level) - orders.visible(order);
    // For an order that rests on no level, all of these values are NaN.
    if (!(left > 0 ? shown >= 0 : left === 0 && shown === 0))
      broken("a level shows what its orders show, and nothing without any", { order, level, left, shown });
    levels.setOrders(level, left);
    if (left === 0) {
      market.ladders[levels.asks(level)]!.remove(levels.price(level));
      levels.free(level);
      return;
    }
    const before = orders.previous(order);
    const after = orders.next(order);
    if (before === NONE) levels.setHead(level, after);
    else orders.setNext(before, after);
    if (after === NONE) levels.setTail(level, before);
    else orders.setPrevious(after, before);
    levels.setVisible(level, shown);
  }

  /** Corrects the visible quantity of an order's level after that of the order changed from `before` to its present value. */
  showing(order: OrderSlot, before: Lots): void {
    const place = this.#orders.level(order);
    const shown = this.levels.visible(place) + (this.#orders.visible(order) - before);
    if (!(shown >= 0)) broken("a level shows no less than nothing", { order, place, shown });
    this.levels.setVisible(place, shown);
  }

  /** The best price with visible quantity, 0 for none. Rules 6.2, 2.2. */
  bestVisible(ladder: Ladder): Ticks {
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(this.levels.price(level))) {
      if (this.levels.visible(level) > 0) return this.levels.price(level);
    }
    return 0;
  }

  /** The visible price number `depth` (0 is the best), 0 for none. */
  visiblePriceAt(ladder: Ladder, depth: number): Ticks {
    let left = depth;
    for (let level = ladder.best(); level !== NONE; level = ladder.behind(this.levels.price(level))) {
      if (this.levels.visible(level) > 0 && left-- === 0) return this.levels.price(level);
    }
    return 0;
  }

  #open(market: Market, side: SideNumber, price: Ticks): LevelNumber {
    const { levels } = this;
    const level = levels.allocate();
    levels.setBook(level, side, market.number);
    levels.setPrice(level, price);
    levels.setHead(level, NONE);
    levels.setTail(level, NONE);
    levels.setVisible(level, 0);
    levels.setOrders(level, 0);
    market.ladders[side]!.insert(price, level);
    return level;
  }
}

export function ladderOf(market: Market, side: Side): Ladder {
  return side === "BUY" ? market.bids : market.asks;
}
