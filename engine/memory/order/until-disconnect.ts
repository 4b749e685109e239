// Orders that stand as long as the connection over which they were placed, and that the venue cancels when it ends. When the
// venue itself ends without a word, its connections end with it: so a new session begins by cancelling what they left open.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { OrderId } from "../../base/units.ts";
import type { Orders } from "./orders.ts";

/** From this behaviour on; a placement of before does not say whether it was meant so. */
export const UNTIL_DISCONNECT_SINCE = 3;

/** How many ids are kept at least before those that are no longer open are forgotten. */
const SWEEP_AT_LEAST = 1_024;

export class UntilDisconnect {
  readonly #orders: Orders;
  readonly #ids = new Set<number>();
  #sweepAt = SWEEP_AT_LEAST;

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  /** How many ids are kept, of orders that have ended as well. */
  get size(): number {
    return this.#ids.size;
  }

  add(orderId: OrderId): void {
    this.#ids.add(orderId);
    if (this.#ids.size < this.#sweepAt) return;
    for (const id of this.#ids) if (this.#orders.find(id) === NONE) this.#ids.delete(id);
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#ids.size);
  }

  /** Those that are still open, by ascending id. */
  open(): number[] {
    return [...this.#ids].filter((id) => this.#orders.find(id) !== NONE).sort((a, b) => a - b);
  }

  clear(): void {
    this.#ids.clear();
  }

  /** Only what is open: when the others were forgotten must not show. */
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
