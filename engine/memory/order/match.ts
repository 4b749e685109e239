// An order that is being matched: how far it may go, and the execution at hand between it and the resting order that it
// has met. A state has one, filled anew for each order and each execution, so that matching allocates nothing. Not kept.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, FeeE5, Lots, Micros, OrderSlot, RowNumber, TagNumber, Ticks } from "../../base/units.ts";
import type { Fill } from "../position/fill.ts";
import type { Orders } from "./orders.ts";
import { PassedOver } from "./passed-over.ts";

/** One order's side of an execution. */
export class OrderFill implements Fill {
  order: OrderSlot = NONE;
  account: AccountNumber = NONE;
  row: RowNumber = NONE;
  /** What the order's tag means: money/fees/order-tags.ts. */
  orderTag: TagNumber = NONE;
  buy = false;
  maker = false;
  lots: Lots = 0;
  price: Ticks = 0;
  notional: Micros = 0;
  /** What the account is charged for trading, and what for the tag, at the tag's rate. */
  userFee: Micros = 0;
  tagFee: Micros = 0;
  tagRate: FeeE5 = 0;
  /** Both together. */
  fee: Micros = 0;
  /** What it realizes, and what it moves into the margin of an isolated row. */
  realized: Micros = 0;
  marginChange: Micros = 0;

  /** Whose side it is. */
  of(orders: Orders, order: OrderSlot): void {
    this.order = order;
    this.account = orders.account(order);
    this.row = orders.row(order);
    this.orderTag = orders.orderTag(order);
    this.buy = orders.isBuy(order);
  }
}

export class Match {
  readonly incoming = new OrderFill();
  readonly resting = new OrderFill();
  /** The worst price that the incoming order may execute at. */
  bound: Ticks = 0;
  /** Whether the incoming order ends before it takes anything on show. */
  postOnly = false;
  /** Resting orders that stay where they are, as if they were not there. */
  isAbsent: ((resting: OrderSlot) => boolean) | null = null;
  /** Mostly none: a search is only made once one is passed. */
  passed: PassedOver | null = null;
  price: Ticks = 0;
  /** Lots, > 0. */
  quantity: Lots = 0;

  /** Of an order on its row's list and on no book, which has met nothing yet. */
  begin(orders: Orders, incoming: OrderSlot, bound: Ticks, postOnly: boolean): void {
    this.incoming.of(orders, incoming);
    this.bound = bound;
    this.postOnly = postOnly;
    this.isAbsent = null;
    this.passed = null;
  }

  /** Whether the incoming order may execute at a price. */
  reaches(price: Ticks): boolean {
    return this.incoming.buy ? price <= this.bound : price >= this.bound;
  }

  pass(orders: Orders, resting: OrderSlot): void {
    this.passed ??= new PassedOver();
    this.passed.add(orders, resting);
  }

  /** What is executed between the two. */
  agree(price: Ticks, quantity: Lots): void {
    const { incoming, resting } = this;
    this.price = price;
    this.quantity = quantity;
    incoming.price = price;
    incoming.lots = incoming.buy ? quantity : -quantity;
    resting.price = price;
    resting.lots = incoming.buy ? -quantity : quantity;
  }
}
