// The algo orders that wait for the prices of one market, kept so that new prices meet only the orders they fire: lists sorted by
// trigger with the nearest at their ends, and the trailing stops, each of which follows every price. Orders that close at
// the market are on lists of their own, a pair for each side: while nothing rests that they could meet, they are not even
// looked at. Rules 3.1, 3.2, 3.6.

import { assert } from "../../base/fault.ts";
import type { Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import { type AlgoOrder, closesAtMarket } from "./algo-order.ts";
import { hasComeBack } from "./trailing.ts";
import type { TriggerPrices } from "./trigger-prices.ts";

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
    const place = this.#place(order);
    assert(this.#orders[place] !== order, "an algo order is armed once", { algoOrderId: order.id });
    this.#orders.splice(place, 0, order);
  }

  remove(order: AlgoOrder): void {
    const place = this.#place(order);
    assert(this.#orders[place] === order, "an armed algo order is on its list", { algoOrderId: order.id });
    this.#orders.splice(place, 1);
  }

  /** Whether any key is at least `least`. */
  has(least: Ticks): boolean {
    return this.#orders.length > 0 && this.#key(this.#orders.at(-1)!) >= least;
  }

  /** The orders whose key is at least `least`: the end of the list. */
  from(least: Ticks): AlgoOrder[] {
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

/** The orders that wait for a rise, and those that wait for a fall. */
class Triggers {
  readonly #rising = new SortedList((order) => -order.triggerPrice);
  readonly #falling = new SortedList((order) => order.triggerPrice);

  listOf(order: AlgoOrder): SortedList {
    return order.rising ? this.#rising : this.#falling;
  }

  areReachedBy({ rising, falling }: TriggerPrices): boolean {
    return this.#rising.has(-rising) || this.#falling.has(falling);
  }

  /** In no meaningful order. */
  reachedBy({ rising, falling }: TriggerPrices): AlgoOrder[] {
    return [...this.#rising.from(-rising), ...this.#falling.from(falling)];
  }

  get all(): readonly AlgoOrder[] {
    return [...this.#rising.all, ...this.#falling.all];
  }
}

export class MarketTriggers {
  readonly #closing = { BUY: new Triggers(), SELL: new Triggers() } as const;
  readonly #others = new Triggers();
  readonly #trailing = new SortedList(() => 0);
  /** Whether a closing trailing stop is due at these prices: computed once, until the list or the prices change. */
  #trailed: (TriggerPrices & { readonly isDue: boolean }) | null = null;

  add(order: AlgoOrder): void {
    this.#listOf(order).add(order);
  }

  remove(order: AlgoOrder): void {
    this.#listOf(order).remove(order);
  }

  /** Orders that prices have reached and that need nothing else to fire: all except trailing stops and market closes. */
  reachedBy(prices: TriggerPrices): AlgoOrder[] {
    return this.#others.reachedBy(prices);
  }

  /** Orders that these prices have reached and that would close at the market on one side, without trailing stops. */
  closingReachedBy(prices: TriggerPrices, side: Side): AlgoOrder[] {
    return this.#closing[side].reachedBy(prices);
  }

  /** Whether an order that closes at the market is due: it still waits for an order to meet, or it would have fired. */
  waitsForLiquidity(prices: TriggerPrices): boolean {
    const { BUY, SELL } = this.#closing;
    return BUY.areReachedBy(prices) || SELL.areReachedBy(prices) || this.#isTrailedBy(prices);
  }

  /** By ascending id. The caller lets each follow new prices. */
  get trailing(): readonly AlgoOrder[] {
    this.#trailed = null;
    return this.#trailing.all;
  }

  get all(): AlgoOrder[] {
    const { BUY, SELL } = this.#closing;
    return [...BUY.all, ...SELL.all, ...this.#others.all, ...this.#trailing.all];
  }

  #isTrailedBy(prices: TriggerPrices): boolean {
    const known = this.#trailed;
    if (known !== null && known.rising === prices.rising && known.falling === prices.falling) return known.isDue;
    const isDue = this.#trailing.all.some((order) => closesAtMarket(order) && hasComeBack(order, prices));
    this.#trailed = { ...prices, isDue };
    return isDue;
  }

  #listOf(order: AlgoOrder): SortedList {
    if (order.algoType === "TRAILING_STOP") {
      this.#trailed = null;
      return this.#trailing;
    }
    return (closesAtMarket(order) ? this.#closing[order.side] : this.#others).listOf(order);
  }
}
