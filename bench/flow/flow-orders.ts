// The orders that are open while a flow is made, so that one of them can be picked at random, and so that a bare book
// can be brought to the state of the engine's. They are in typed arrays, because half a million objects would keep the
// garbage collector busy while others are measured.

import type { OrderReport } from "@evermark/engine";

export interface OpenOrder {
  readonly orderId: number;
  readonly account: number;
  readonly market: number;
  readonly sells: boolean;
  /** Price in ticks, quantity in lots. */
  readonly price: number;
  readonly quantity: number;
  readonly executed: number;
}

const WIDTH = 7;
const NOWHERE = -1;

export class OpenOrders {
  #numbers = new Float64Array(1_024 * WIDTH);
  /** The place of an order, by its id. */
  #places = new Int32Array(1_024).fill(NOWHERE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(place: number): OpenOrder {
    const start = place * WIDTH;
    const numbers = this.#numbers;
    return {
      orderId: numbers[start]!,
      account: numbers[start + 1]!,
      market: numbers[start + 2]!,
      sells: numbers[start + 3] === 1,
      price: numbers[start + 4]!,
      quantity: numbers[start + 5]!,
      executed: numbers[start + 6]!,
    };
  }

  /** Oldest first. At each price this is also their priority, except for orders that were amended. */
  byAge(): OpenOrder[] {
    return Array.from({ length: this.#length }, (_, place) => this.at(place)).sort((a, b) => a.orderId - b.orderId);
  }

  follow(report: OrderReport): void {
    const { orderId, status } = report;
    const ended = status !== "NEW" && status !== "PARTIAL_FILLED";
    const place = this.#placeOf(orderId);
    if (ended) {
      if (place !== NOWHERE) this.#drop(orderId, place);
    } else if (place !== NOWHERE) this.#write(place, report);
    else if (report.orderType === "LIMIT") this.#add(report);
  }

  #placeOf(orderId: number): number {
    return orderId < this.#places.length ? this.#places[orderId]! : NOWHERE;
  }

  #add(report: OrderReport): void {
    if ((this.#length + 1) * WIDTH > this.#numbers.length) {
      const grown = new Float64Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    while (report.orderId >= this.#places.length) {
      const grown = new Int32Array(this.#places.length * 2).fill(NOWHERE);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[report.orderId] = this.#length;
    this.#write(this.#length++, report);
  }

  #write(place: number, report: OrderReport): void {
    const start = place * WIDTH;
    const numbers = this.#numbers;
    numbers[start] = report.orderId;
    numbers[start + 1] = report.account;
    numbers[start + 2] = report.market;
    numbers[start + 3] = report.side === "SELL" ? 1 : 0;
    numbers[start + 4] = report.price;
    numbers[start + 5] = report.quantity;
    numbers[start + 6] = report.executed;
  }

  /** The last order moves to the place that becomes free. */
  #drop(orderId: number, place: number): void {
    this.#places[orderId] = NOWHERE;
    const last = --this.#length;
    if (last === place) return;
    this.#numbers.copyWithin(place * WIDTH, last * WIDTH, (last + 1) * WIDTH);
    this.#places[this.#numbers[place * WIDTH]!] = place;
  }
}
