// Which order each repeated command has placed, as long as that is open: a copy of the journal does not say which orders stand as
// long as their connections, and the shared one, which does, is read later.

import type { Answer } from "@evermark/engine";
import { NO_ORDER, type OpenOrders } from "../follow/front-state.ts";

/** How many are kept at least before those that are no longer open are forgotten. */
const SWEEP_AT_LEAST = 1_024;

export class PlacedOrders {
  /** By position. */
  readonly #orders = new Map<number, number>();
  #sweepAt = SWEEP_AT_LEAST;

  /** @param engine of which the answer is */
  repeated(position: number, { orderId }: Pick<Answer, "orderId">, engine: OpenOrders): void {
    if (orderId === NO_ORDER || engine.findOrder(orderId) === undefined) return;
    this.#orders.set(position, orderId);
    if (this.#orders.size < this.#sweepAt) return;
    for (const [at, id] of this.#orders) if (engine.findOrder(id) === undefined) this.#orders.delete(at);
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#orders.size);
  }

  /** The replay begins anew. */
  clear(): void {
    this.#orders.clear();
  }

  at(position: number): number {
    return this.#orders.get(position) ?? NO_ORDER;
  }
}
