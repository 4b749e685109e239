// Open orders: one row each while they rest on a book or are being matched. Finished orders live in history, not here.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { SparseTexts } from "../../base/storage/sparse-texts.ts";
import { MARGIN_MODES, type MarginMode, ORDER_TYPES, type OrderType, SIDES, type Side } from "../../base/vocabulary.ts";
import type { ClientOrders } from "./client-orders.ts";
import { OrderIndex } from "./order-index.ts";
import { OrderTable } from "./order-table.ts";

const SELL = 1;
const REDUCE_ONLY = 2;
const ISOLATED = 4;
const ISOLATED_SHIFT = 2;
const TYPE_SHIFT = 3;
const TYPE_MASK = 7;
/** It has a client order id; a tag. Most orders of some venues have neither, and are not looked up. */
const NAMED = 64;
const TAGGED = 128;
/** The market's number stands above the bits. */
const MARKET_SHIFT = 16;

export class Orders extends OrderTable {
  /** What owners call their orders: each is remembered there for as long as it is open, and longer. */
  readonly #clientOrders: ClientOrders;
  /** By order the row there, of those that have a name; orders from `#named` on have none and never had. */
  #names = new Int32Array(64);
  #named = 0;
  readonly #tags = new SparseTexts();
  readonly #byId = new OrderIndex(this);

  constructor(clientOrders: ClientOrders) {
    super(1024);
    this.#clientOrders = clientOrders;
  }

  /** The row of an open order, or NONE. */
  find(orderId: number): number {
    return this.#byId.get(orderId);
  }

  /** Makes an order findable by its id. */
  index(order: number): void {
    this.#byId.add(order);
  }

  /** Forgets an order that is finished and off its book. */
  forget(order: number): void {
    this.#byId.delete(order);
    if ((this.flags(order) & TAGGED) !== 0) this.#tags.set(order, "");
    // Cleared, so that two engines with the same orders have the same bytes whatever was here before.
    this.setOrderId(order, 0);
    this.free(order);
  }

  market(order: number): number {
    return this.flags(order) >>> MARKET_SHIFT;
  }

  clientOrderId(order: number): string {
    const row = this.nameRow(order);
    return row === NONE ? "" : this.#clientOrders.idOf(row);
  }

  /** The row of the client orders that remembers it; NONE when its owner did not name it. */
  nameRow(order: number): number {
    return (this.flags(order) & NAMED) === 0 ? NONE : this.#names[order]!;
  }

  tag(order: number): string {
    return (this.flags(order) & TAGGED) === 0 ? "" : this.#tags.get(order);
  }

  /** Gives an order, whose flags are set, the name that is remembered in a row of the client orders. */
  name(order: number, row: number): void {
    if (order >= this.#named) this.#roomForNames(order + 1);
    this.#names[order] = row;
    this.setFlags(order, this.flags(order) | NAMED);
  }

  /** Gives an order, whose flags are set, a tag; "" for none. */
  setTag(order: number, tag: string): void {
    if (tag === "") return;
    this.#tags.set(order, tag);
    this.setFlags(order, this.flags(order) | TAGGED);
  }

  side(order: number): Side {
    return SIDES[this.flags(order) & SELL]!;
  }

  /** 0 for a bid, 1 for an ask: its place in whatever there is one of for each side. */
  sideNumber(order: number): number {
    return this.flags(order) & SELL;
  }

  isBuy(order: number): boolean {
    return (this.flags(order) & SELL) === 0;
  }

  isReduceOnly(order: number): boolean {
    return (this.flags(order) & REDUCE_ONLY) !== 0;
  }

  /** From now on the order only closes. Its owner counts it among the reduce-only ones, and as not pending. */
  makeReduceOnly(order: number): void {
    this.setFlags(order, this.flags(order) | REDUCE_ONLY);
  }

  marginMode(order: number): MarginMode {
    return MARGIN_MODES[(this.flags(order) & ISOLATED) >> ISOLATED_SHIFT]!;
  }

  type(order: number): OrderType {
    return ORDER_TYPES[(this.flags(order) >> TYPE_SHIFT) & TYPE_MASK]!;
  }

  /** What of an order is left, lots. */
  remaining(order: number): number {
    return this.quantity(order) - this.executed(order);
  }

  /** What of the rest is on show. Rules 2.3. */
  visible(order: number): number {
    return Math.min(this.visibleQuantity(order), this.remaining(order));
  }

  override write(out: ByteWriter): void {
    super.write(out);
    out.i32(this.#named);
    out.raw(this.#nameBytes());
    this.#tags.write(out);
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#roomForNames(input.i32());
    input.raw(this.#nameBytes());
    this.#tags.read(input);
  }

  /** Makes orders findable that were read from a snapshot. */
  indexAll(): void {
    this.#byId.reserve(this.used);
    for (let order = 0; order < this.used; order++) if (this.orderId(order) !== 0) this.index(order);
  }

  #nameBytes(): Uint8Array {
    return new Uint8Array(this.#names.buffer, 0, this.#named * this.#names.BYTES_PER_ELEMENT);
  }

  #roomForNames(orders: number): void {
    this.#named = orders;
    if (orders <= this.#names.length) return;
    const grown = new Int32Array(Math.max(orders, this.#names.length * 2));
    grown.set(this.#names);
    this.#names = grown;
  }
}

/** What of an order never changes but for a reduce-only that it may become. */
export interface OrderKind {
  readonly market: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly reduceOnly: boolean;
  readonly isolated: boolean;
}

export function orderFlags({ market, side, type, reduceOnly, isolated }: OrderKind): number {
  return (
    (market << MARKET_SHIFT) |
    (side === "SELL" ? SELL : 0) |
    (reduceOnly ? REDUCE_ONLY : 0) |
    (isolated ? ISOLATED : 0) |
    (ORDER_TYPES.indexOf(type) << TYPE_SHIFT)
  );
}
