// Open orders: one row each while they rest on a book or are being matched. Finished orders live in history, not here.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { IntMap } from "../storage/int-map.ts";
import { Table } from "../storage/table.ts";
import { type MarginMode, ORDER_TYPES, type OrderType, type Side } from "../vocabulary.ts";

const COLUMNS = {
  orderId: Float64Array,
  account: Int32Array,
  market: Int32Array,
  /** The position row the order belongs to. */
  row: Int32Array,
  /** The algo order that made it, 0 for none. */
  algo: Float64Array,
  /** What its tag means (fees/order-tags.ts), NONE for nothing. */
  orderTag: Int32Array,
  /** What an isolated order reserves its margin at, ticks; 0 when it reserves nothing. Rules 5.9. */
  reference: Float64Array,
  /** Bits: see below. */
  flags: Int32Array,
  /** Limit price in ticks; 0 when it has none. */
  price: Float64Array,
  /** Lots, total. */
  quantity: Float64Array,
  executed: Float64Array,
  /** `visible_quantity`, lots. */
  visibleQuantity: Float64Array,
  /** Quote amount in micros of an order placed by amount, else 0. */
  amount: Float64Array,
  /** Σ price × quantity, fees and realized PnL of its executions, micros. */
  executedNotional: Float64Array,
  totalFee: Float64Array,
  realizedPnl: Float64Array,
  createdAt: Float64Array,
  updatedAt: Float64Array,
  /** The level it rests on, NONE while it does not rest; its neighbours in that level's queue. */
  level: Int32Array,
  next: Int32Array,
  previous: Int32Array,
  /** Its neighbours among the open orders of its row, oldest first. */
  rowNext: Int32Array,
  rowPrevious: Int32Array,
} as const;

const SELL = 1;
const REDUCE_ONLY = 2;
const ISOLATED = 4;
const TYPE_SHIFT = 3;
const TYPE_MASK = 7;

export class Orders extends Table<typeof COLUMNS> {
  readonly clientOrderId: string[] = [];
  readonly tag: string[] = [];
  readonly #byId = new IntMap(1024);

  constructor() {
    super(COLUMNS, 1024);
  }

  /** The row of an open order, or NONE. */
  find(orderId: number): number {
    return this.#byId.get(orderId);
  }

  /** Makes an order findable by its id. */
  index(order: number): void {
    this.#byId.set(this.columns.orderId[order]!, order);
  }

  /** Forgets an order that is finished and off its book. */
  forget(order: number): void {
    this.#byId.delete(this.columns.orderId[order]!);
    // Cleared, so that two engines with the same orders have the same bytes whatever was here before.
    this.clientOrderId[order] = "";
    this.tag[order] = "";
    this.columns.orderId[order] = 0;
    this.free(order);
  }

  side(order: number): Side {
    return (this.columns.flags[order]! & SELL) === 0 ? "BUY" : "SELL";
  }

  isBuy(order: number): boolean {
    return (this.columns.flags[order]! & SELL) === 0;
  }

  isReduceOnly(order: number): boolean {
    return (this.columns.flags[order]! & REDUCE_ONLY) !== 0;
  }

  /** From now on the order only closes. Its owner counts it among the reduce-only ones, and as not pending. */
  makeReduceOnly(order: number): void {
    this.columns.flags[order]! |= REDUCE_ONLY;
  }

  marginMode(order: number): MarginMode {
    return (this.columns.flags[order]! & ISOLATED) === 0 ? "CROSS" : "ISOLATED";
  }

  type(order: number): OrderType {
    return ORDER_TYPES[(this.columns.flags[order]! >> TYPE_SHIFT) & TYPE_MASK]!;
  }

  /** What of an order is left, lots. */
  remaining(order: number): number {
    return this.columns.quantity[order]! - this.columns.executed[order]!;
  }

  /** What of the rest is on show. Rules 2.3. */
  visible(order: number): number {
    return Math.min(this.columns.visibleQuantity[order]!, this.remaining(order));
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
      if (this.columns.orderId[order] !== 0) this.index(order);
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
