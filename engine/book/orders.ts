// Open orders: one row each while they rest on a book or are being matched. Finished orders live in history, not here.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { IntMap } from "../storage/int-map.ts";
import { MARGIN_MODES, type MarginMode, ORDER_TYPES, type OrderType, SIDES, type Side } from "../vocabulary.ts";
import { OrderTable } from "./order-table.ts";

const SELL = 1;
const REDUCE_ONLY = 2;
const ISOLATED = 4;
const ISOLATED_SHIFT = 2;
const TYPE_SHIFT = 3;
const TYPE_MASK = 7;

export class Orders extends OrderTable {
  readonly clientOrderId: string[] = [];
  readonly tag: string[] = [];
  readonly #byId = new IntMap(1024);

  constructor() {
    super(1024);
  }

  /** The row of an open order, or NONE. */
  find(orderId: number): number {
    return this.#byId.get(orderId);
  }

  /** Makes an order findable by its id. */
  index(order: number): void {
    this.#byId.set(this.orderId(order), order);
  }

  /** Forgets an order that is finished and off its book. */
  forget(order: number): void {
    this.#byId.delete(this.orderId(order));
    // Cleared, so that two engines with the same orders have the same bytes whatever was here before.
    this.clientOrderId[order] = "";
    this.tag[order] = "";
    this.setOrderId(order, 0);
    this.free(order);
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
    for (let order = 0; order < this.used; order++) {
      out.text(this.clientOrderId[order]!);
      out.text(this.tag[order]!);
    }
  }

  override read(input: ByteReader): void {
    super.read(input);
    for (let order = 0; order < this.used; order++) {
      this.clientOrderId[order] = input.text();
      this.tag[order] = input.text();
      if (this.orderId(order) !== 0) this.index(order);
    }
  }
}

export function orderFlags(side: Side, type: OrderType, reduceOnly: boolean, isolated: boolean): number {
  return (
    (side === "SELL" ? SELL : 0) |
    (reduceOnly ? REDUCE_ONLY : 0) |
    (isolated ? ISOLATED : 0) |
    (ORDER_TYPES.indexOf(type) << TYPE_SHIFT)
  );
}
