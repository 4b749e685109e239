// The matching of one order: how far the order may go, and the current execution between it and the resting order that it has
// met. A state has one, overwritten for each order and each execution, so that matching allocates nothing. Not in snapshots.

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
  /** The meaning of the order's tag: money/fees/order-tags.ts. */
  orderTag: TagNumber = NONE;
  buy = false;
  maker = false;
  lots: Lots = 0;
  price: Ticks = 0;
  notional: Micros = 0;
  /** The trading fee charged to the account, the tag's fee, and the tag's rate. */
  userFee: Micros = 0;
  tagFee: Micros = 0;
  tagRate: FeeE5 = 0;
  /** `userFee` and `tagFee` together. */
  fee: Micros = 0;
  /** The realized PnL, and the change of an isolated row's margin. */
  realized: Micros = 0;
  marginChange: Micros = 0;

  /** Makes this the side of the given order. */
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
  /** Whether the incoming order ends before it takes any visible quantity. */
  postOnly = false;
  /** Says which resting orders are treated as absent; they stay on the book. */
  isAbsent: ((resting: OrderSlot) => boolean) | null = null;
  /** The resting orders that were passed over; null, as it mostly is, until there is one, so that no search is made. */
  passed: PassedOver | null = null;
  price: Ticks = 0;
  /** Lots, > 0. */
  quantity: Lots = 0;

  /** Starts with an order that is on its row's list and on no book, and has met nothing yet. */
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

  /** Sets the price and quantity of an execution between the two. */
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
