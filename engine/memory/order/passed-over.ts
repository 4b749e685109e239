// The resting orders that an incoming order passes over because an index is in doubt just now. They stay on the book: no
// quote is swept away because a feed was late for a second. Rules 2.3 (7).

import { NONE } from "../../base/storage/int-map.ts";
import type { OrderSlot } from "../../base/units.ts";
import type { Ladder } from "../market/ladder.ts";
import type { Levels } from "./order-books.ts";
import type { Orders } from "./orders.ts";

/** The passed orders of one incoming order. Every order in front of the last passed one is gone, or was passed as well. */
export class PassedOver {
  readonly #orders = new Set<number>();
  #last = NONE;
  #lastId = 0;

  add(orders: Orders, order: OrderSlot): void {
    this.#orders.add(order);
    this.#last = order;
    this.#lastId = orders.orderId(order);
  }

  has(order: OrderSlot): boolean {
    return this.#orders.has(order);
  }

  /** The next order to meet, or NONE. */
  next(orders: Orders, levels: Levels, ladder: Ladder): number {
    // An execution that closes a position can cancel orders of the same row, some of which may have been passed.
    const rests = orders.find(this.#lastId) === this.#last;
    let level = rests ? orders.level(this.#last) : ladder.best();
    let order = level === NONE ? NONE : rests ? orders.next(this.#last) : levels.head(level);
    for (;;) {
      while (order !== NONE && this.#orders.has(order)) order = orders.next(order);
      if (order !== NONE || level === NONE) return order;
      level = ladder.behind(levels.price(level));
      order = level === NONE ? NONE : levels.head(level);
    }
  }
}
