// Open orders: one row each while they rest on a book or are being matched. Finished orders are in history, not here.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { SparseTexts } from "../../base/storage/sparse-texts.ts";
import type { AnswerNumber, OrderId, OrderSlot } from "../../base/units.ts";
import type { ClientOrders } from "./client-orders.ts";
import { OrderIndex } from "./order-index.ts";
import { OrderNameTable } from "./order-name-table.generated.ts";
import { OrderTable } from "./order-table.generated.ts";

export class Orders extends OrderTable {
  /** Holds the client order ids: each is remembered there while its order is open, and longer. */
  readonly #clientOrders: ClientOrders;
  readonly #names = new OrderNameTable();
  readonly #tags = new SparseTexts();
  readonly #byId = new OrderIndex(this);

  constructor(clientOrders: ClientOrders) {
    super();
    this.#clientOrders = clientOrders;
  }

  /** The row of an open order, or NONE. */
  find(orderId: OrderId): number {
    return this.#byId.get(orderId);
  }

  /** Makes an order findable by its id. */
  index(order: OrderSlot): void {
    this.#byId.add(order);
  }

  /** Removes an order that is finished and off its book. */
  forget(order: OrderSlot): void {
    this.#byId.delete(order);
    if (this.isTagged(order)) this.#tags.set(order, "");
    // Cleared, so that two engines with the same orders have the same bytes, whatever the row held before.
    this.clear(order);
    this.free(order);
  }

  clientOrderId(order: OrderSlot): string {
    const row = this.nameRow(order);
    return row === NONE ? "" : this.#clientOrders.idOf(row);
  }

  /** The row of the client orders that holds its id; NONE when its owner gave it none. */
  nameRow(order: OrderSlot): AnswerNumber {
    return this.isNamed(order) ? this.#names.answer(order) : NONE;
  }

  tag(order: OrderSlot): string {
    return this.isTagged(order) ? this.#tags.get(order) : "";
  }

  /** Gives an order whose flags are set the client order id in a row of the client orders. */
  name(order: OrderSlot, row: AnswerNumber): void {
    this.#names.reach(order + 1);
    this.#names.setAnswer(order, row);
    this.makeNamed(order);
  }

  /** Gives an order whose flags are set a tag; "" for none. */
  setTag(order: OrderSlot, tag: string): void {
    if (tag === "") return;
    this.#tags.set(order, tag);
    this.makeTagged(order);
  }

  isBuy(order: OrderSlot): boolean {
    return this.sideNumber(order) === 0;
  }

  /** The remaining quantity of an order, lots. */
  remaining(order: OrderSlot): number {
    return this.quantity(order) - this.executed(order);
  }

  /** The part of the remaining quantity that the book shows. Rules 2.3. */
  visible(order: OrderSlot): number {
    return Math.min(this.visibleQuantity(order), this.remaining(order));
  }

  override write(out: ByteWriter): void {
    super.write(out);
    this.#names.write(out);
    this.#tags.write(out);
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#names.read(input);
    this.#tags.read(input);
  }

  /** Indexes the orders that were read from a snapshot by their ids. */
  indexAll(): void {
    this.#byId.reserve(this.used);
    for (let order = 0; order < this.used; order++) if (this.orderId(order) !== 0) this.index(order);
  }
}
