// The model's record of one order. Rules 2.1, 2.3.

import type { CancelReason, MarginMode, OrderStatus, OrderType, Side } from "@evermark/engine";
import { least } from "../../numbers/exact-numbers.ts";

export interface NaiveOrder {
  readonly id: number;
  readonly account: number;
  readonly market: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly marginMode: MarginMode;
  /** Set by a market that only lets positions shrink. */
  reduceOnly: boolean;
  /** The algo order that made it, 0 for none. */
  readonly algo: number;
  /** Its reference price at acceptance. Rules 5.4. */
  reference: bigint;
  /** For an order by amount the quantity that the amount was taken as, else its quantity. */
  sized: bigint;
  readonly clientOrderId: string;
  readonly tag: string;
  readonly createdAt: number;
  readonly amount: bigint;
  /** 0 for an order without a limit. */
  price: bigint;
  /** 0 for a market order by amount. */
  quantity: bigint;
  visibleQuantity: bigint;
  /** Earlier is better; unique. */
  priority: number;
  executed: bigint;
  executedNotional: bigint;
  totalFee: bigint;
  totalRealizedPnl: bigint;
  status: OrderStatus;
  reason: CancelReason;
  updatedAt: number;
}

export function remaining(order: NaiveOrder): bigint {
  return order.quantity - order.executed;
}

/** The part of an order that the public book shows. Rules 2.3. */
export function visibleRemaining(order: NaiveOrder): bigint {
  return least(order.visibleQuantity, remaining(order));
}
