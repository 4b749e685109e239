// Open orders by id: a hash table that holds the rows alone. The id of a slot is read from the order's own row, so an open
// order takes only a few bytes here. Open addressing, linear probing, removal by shifting back.

import { broken } from "../../base/fault.ts";
import { NONE, spread } from "../../base/storage/int-map.ts";
import type { OrderId, OrderSlot } from "../../base/units.ts";
import type { OrderTable } from "./order-table.generated.ts";

export class OrderIndex {
  readonly #orders: OrderTable;
  #slots = new Int32Array(64).fill(NONE);
  #mask = this.#slots.length - 1;
  #size = 0;

  constructor(orders: OrderTable) {
    this.#orders = orders;
  }

  /** The row of an open order, or NONE. */
  get(orderId: OrderId): number {
    const slots = this.#slots;
    const mask = this.#mask;
    for (let i = spread(orderId) & mask; ; i = (i + 1) & mask) {
      const order = slots[i]!;
      if (order === NONE || this.#orders.orderId(order) === orderId) return order;
    }
  }

  /** Adds an order that is not in the index yet. */
  add(order: OrderSlot): void {
    if (this.#size * 2 > this.#mask) this.#grow(this.#slots.length * 2);
    this.#size++;
    this.#put(order);
  }

  /** Makes room for `orders` orders at once. */
  reserve(orders: number): void {
    let capacity = this.#slots.length;
    while (orders * 2 > capacity) capacity *= 2;
    if (capacity > this.#slots.length) this.#grow(capacity);
  }

  /** Removes an order that is in the index; its id must not be cleared yet. */
  delete(order: OrderSlot): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = spread(this.#orders.orderId(order)) & mask;
    while (slots[hole] !== order) hole = (hole + 1) & mask;
    if (!(this.#size > 0)) broken("an order that is taken out was counted", { order });
    this.#size--;
    // Orders behind the hole move into it unless that would put them before their home place.
    for (let i = (hole + 1) & mask; slots[i] !== NONE; i = (i + 1) & mask) {
      const home = spread(this.#orders.orderId(slots[i]!)) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        slots[hole] = slots[i]!;
        hole = i;
      }
    }
    slots[hole] = NONE;
  }

  #put(order: OrderSlot): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let i = spread(this.#orders.orderId(order)) & mask;
    while (slots[i] !== NONE) i = (i + 1) & mask;
    slots[i] = order;
  }

  #grow(capacity: number): void {
    const old = this.#slots;
    this.#slots = new Int32Array(capacity).fill(NONE);
    this.#mask = this.#slots.length - 1;
    for (const order of old) if (order !== NONE) this.#put(order);
  }
}
