// Which order each repeated command has placed, as long as the order is open. A copy of the journal does not say which
// orders last only as long as their connections; the shared journal does, but is read later.

import type { Answer } from "@evermark/engine";
import { NO_ORDER, type OpenOrders } from "../follow/front-state.ts";

/** At least this many orders are kept before those that are no longer open are forgotten. */
const SWEEP_AT_LEAST = 1_024;

export class PlacedOrders {
  /** Order ids, by the position of the command. */
  readonly #orders = new Map<number, number>();
  #sweepAt = SWEEP_AT_LEAST;

  /** @param engine the engine that gave the answer */
  repeated(position: number, { orderId }: Pick<Answer, "orderId">, engine: OpenOrders): void {
    if (orderId === NO_ORDER || engine.findOrder(orderId) === undefined) return;
    this.#orders.set(position, orderId);
    if (this.#orders.size < this.#sweepAt) return;
    for (const [at, id] of this.#orders) if (engine.findOrder(id) === undefined) this.#orders.delete(at);
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#orders.size);
  }

  /** Forgets all orders, because the replay starts over. */
  clear(): void {
    this.#orders.clear();
  }

  at(position: number): number {
    return this.#orders.get(position) ?? NO_ORDER;
  }
}
