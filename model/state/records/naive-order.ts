// What the model keeps of one order. Rules 2.1, 2.3.

import type { CancelReason, MarginMode, OrderStatus, OrderType, Side } from "@evermark/engine";
import { least } from "../../numbers/exact-numbers.ts";

export interface NaiveOrder {
  readonly id: number;
  readonly account: number;
  readonly market: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly marginMode: MarginMode;
  /** A market that only lets positions shrink makes this true. */
  reduceOnly: boolean;
  /** The algo order that made it, 0 for none. */
  readonly algo: number;
  /** What it was valued at when it came. Rules 5.4. */
  reference: bigint;
  /** What an order by amount was taken to come to, else its quantity. */
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

/** What of an order the public book shows. Rules 2.3. */
export function visibleRemaining(order: NaiveOrder): bigint {
  return least(order.visibleQuantity, remaining(order));
}
