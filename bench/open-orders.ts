// The orders that are open while a flow is made, so that one of them can be picked at random, and so that a bare book can
// be brought to where the engine's is.

import type { OrderReport } from "@evermark/engine";

export interface OpenOrder {
  readonly orderId: number;
  readonly account: number;
  readonly market: number;
  readonly sells: boolean;
  /** Ticks, lots. */
  price: number;
  quantity: number;
  executed: number;
}

export class OpenOrders {
  readonly #orders: OpenOrder[] = [];
  readonly #places = new Map<number, number>();

  get length(): number {
    return this.#orders.length;
  }

  at(place: number): OpenOrder {
    return this.#orders[place]!;
  }

  /** Oldest first, which is the order of their turns at each price unless they were amended. */
  byAge(): OpenOrder[] {
    return this.#orders.toSorted((a, b) => a.orderId - b.orderId);
  }

  follow(report: OrderReport): void {
    const { orderId, status, account, market, price, quantity, executed } = report;
    const place = this.#places.get(orderId);
    const ended = status !== "NEW" && status !== "PARTIAL_FILLED";
    if (ended) return place === undefined ? undefined : this.#drop(orderId, place);
    if (place !== undefined) {
      const order = this.#orders[place]!;
      order.price = price;
      order.quantity = quantity;
      order.executed = executed;
    } else if (report.orderType === "LIMIT") {
      this.#places.set(orderId, this.#orders.length);
      this.#orders.push({ orderId, account, market, sells: report.side === "SELL", price, quantity, executed });
    }
  }

  /** The last one takes the place that becomes free. */
  #drop(orderId: number, place: number): void {
    this.#places.delete(orderId);
    const last = this.#orders.pop()!;
    if (last.orderId === orderId) return;
    this.#orders[place] = last;
    this.#places.set(last.orderId, place);
  }
}
