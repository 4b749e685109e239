// Ordinary orders: placed, amended, cancelled, one by one or all at once. Rules 2.

import type { Micros, Millis, PriceE8, QuantityE8 } from "../../base/units.ts";
import type { MarginMode, OrderType, Side } from "../../base/vocabulary.ts";

/** Places one order. Numbers arrive on the scale of the wire; the filters of rules 1.2 are the engine's. Rules 2. */
export interface PlaceOrder {
  readonly type: "place_order";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Limit price; 0 when absent. */
  readonly price: PriceE8;
  /** 0 when absent. */
  readonly quantity: QuantityE8;
  /** Quote amount in place of a quantity; 0 when absent. */
  readonly amount: Micros;
  /** -1 when absent (fully visible), 0 when fully hidden. */
  readonly visible: QuantityE8;
  readonly reduceOnly: boolean;
  /** "" when absent. */
  readonly clientOrderId: string;
  /** A fraction in 10⁻⁸; 0 when absent. */
  readonly slippage: number;
  /** 0..4; -1 when absent. */
  readonly level: number;
  readonly postOnlyAdjust: boolean;
  /** "" when absent. */
  readonly tag: string;
  /** "" when absent: the account's default mode of the symbol. */
  readonly marginMode: MarginMode | "";
  /** Set on the items of a batch, which does not support `reduce_only` (rules 2.6). */
  readonly inBatch: boolean;
  /** It is cancelled when the connection that it came over ends. Absent in what was journaled before there was this. */
  readonly untilDisconnect?: boolean;
}

/** Changes price and/or total quantity of an open order. Rules 2.9. */
export interface AmendOrder {
  readonly type: "amend_order";
  at: Millis;
  readonly account: number;
  readonly orderId: number;
  readonly market: number;
  readonly side: Side;
  readonly orderType: OrderType;
  /** 0 when unchanged. */
  readonly price: PriceE8;
  /** New total quantity; 0 when unchanged. */
  readonly quantity: QuantityE8;
}

/** Cancels one open order, named by `orderId`, or by `clientOrderId` when `orderId` is 0. Rules 2.10. */
export interface CancelOrder {
  readonly type: "cancel_order";
  at: Millis;
  readonly account: number;
  /** -1: whatever the symbol. */
  readonly market: number;
  readonly orderId: number;
  readonly clientOrderId: string;
}

/** Cancels every open ordinary order of an account, with `market` ≥ 0 only those of one symbol. Rules 2.10. */
export interface CancelAllOrders {
  readonly type: "cancel_all_orders";
  at: Millis;
  readonly account: number;
  readonly market: number;
}

/** Arms, re-arms (5,000..900,000 ms) or disarms (0) the dead-man switch of an account. Rules 2.10. */
export interface CancelAllAfter {
  readonly type: "cancel_all_after";
  at: Millis;
  readonly account: number;
  readonly triggerAfterMs: number;
}

export type OrdersCommand = PlaceOrder | AmendOrder | CancelOrder | CancelAllOrders | CancelAllAfter;
