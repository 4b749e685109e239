// Orders that live only as long as the connection over which they were placed: the venue cancels them when the connection ends.
// When the venue itself stops without notice, its connections end with it, so a new session begins by cancelling such orders.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { OrderId } from "../../base/units.ts";
import type { Orders } from "./orders.ts";

/** The first behaviour with such orders; older placements do not say whether they were meant so. */
export const UNTIL_DISCONNECT_SINCE = 3;

/** The least number of ids at which those of finished orders are removed. */
const SWEEP_AT_LEAST = 1_024;

export class UntilDisconnect {
  readonly #orders: Orders;
  readonly #ids = new Set<number>();
  #sweepAt = SWEEP_AT_LEAST;

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  /** How many ids are held, including those of finished orders. */
  get size(): number {
    return this.#ids.size;
  }

  add(orderId: OrderId): void {
    this.#ids.add(orderId);
    if (this.#ids.size < this.#sweepAt) return;
    for (const id of this.#ids) if (this.#orders.find(id) === NONE) this.#ids.delete(id);
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#ids.size);
  }

  /** The ids of orders that are still open, ascending. */
  open(): number[] {
    return [...this.#ids].filter((id) => this.#orders.find(id) !== NONE).sort((a, b) => a - b);
  }

  clear(): void {
    this.#ids.clear();
  }

  /** Writes open orders only: when finished ones were removed must not show. */
  write(out: ByteWriter): void {
    const ids = this.open();
    out.i32(ids.length);
    for (const id of ids) out.f64(id);
  }

  read(input: ByteReader): void {
    if (input.format < 14) return;
    for (let left = input.i32(); left > 0; left--) this.#ids.add(input.f64());
  }
}
