// What waits for the marks of one market, kept so that a new mark price meets only what it fires: two lists sorted by
// trigger with the nearest at their ends, and the trailing stops, for each of which every mark counts. Rules 3.1, 3.6.

import { assert } from "../fault.ts";
import type { AlgoOrder } from "./algo-order.ts";

/** Sorted by key, then id. An order's key must not change while it is on the list. */
class SortedList {
  readonly #orders: AlgoOrder[] = [];
  readonly #key: (order: AlgoOrder) => number;

  constructor(key: (order: AlgoOrder) => number) {
    this.#key = key;
  }

  get all(): readonly AlgoOrder[] {
    return this.#orders;
  }

  add(order: AlgoOrder): void {
    this.#orders.splice(this.#place(order), 0, order);
  }

  remove(order: AlgoOrder): void {
    const place = this.#place(order);
    assert(this.#orders[place] === order, "an armed algo order is on its list", { algoOrderId: order.id });
    this.#orders.splice(place, 1);
  }

  /** Those whose key is at least `least`: the end of the list. */
  from(least: number): AlgoOrder[] {
    let start = this.#orders.length;
    while (start > 0 && this.#key(this.#orders[start - 1]!) >= least) start--;
    return this.#orders.slice(start);
  }

  /** The first place that does not come before the order. */
  #place(order: AlgoOrder): number {
    const key = this.#key(order);
    let low = 0;
    let high = this.#orders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#orders[middle]!;
      const difference = this.#key(other) - key || other.id - order.id;
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class MarketTriggers {
  readonly #rising = new SortedList((order) => -order.triggerPrice);
  readonly #falling = new SortedList((order) => order.triggerPrice);
  readonly #trailing = new SortedList(() => 0);

  add(order: AlgoOrder): void {
    this.#listOf(order).add(order);
  }

  remove(order: AlgoOrder): void {
    this.#listOf(order).remove(order);
  }

  /** Orders whose trigger a mark price has reached, trailing stops not among them; in no order that means anything. */
  reachedBy(mark: number): AlgoOrder[] {
    return [...this.#rising.from(-mark), ...this.#falling.from(mark)];
  }

  /** By ascending id. */
  get trailing(): readonly AlgoOrder[] {
    return this.#trailing.all;
  }

  get all(): AlgoOrder[] {
    return [...this.#rising.all, ...this.#falling.all, ...this.#trailing.all];
  }

  #listOf(order: AlgoOrder): SortedList {
    if (order.algoType === "TRAILING_STOP") return this.#trailing;
    return order.rising ? this.#rising : this.#falling;
  }
}
