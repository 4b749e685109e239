// What the engine says while it applies a command: its whole output language. The engine hands each event to a listener
// in the order in which it happened (rules 2.7, streams 3.4).
//
// The hot records (OrderReport, TradeReport) are reused by the engine: read them during the call, copy what you keep.

import type { FeeE5, Lots, Micros, Millis, Ticks } from "./units.ts";
import type { MarginMode, OrderStatus, OrderType, Side } from "./vocabulary.ts";

/** One transition or one execution of one order, as its owner sees it. Rules 2.7, `executionreport`. */
export interface OrderReport {
  account: number;
  orderId: number;
  clientOrderId: string;
  market: number;
  side: Side;
  orderType: OrderType;
  marginMode: MarginMode;
  reduceOnly: boolean;
  tag: string;
  /** Limit price; 0 when the order has none. */
  price: Ticks;
  /** Total quantity of the order; 0 while an order by amount has none. */
  quantity: Lots;
  /** Quote amount of an order placed by amount, else 0. */
  amount: Micros;
  /** What of the rest is shown on the book. */
  visible: Lots;
  /** The `visible_quantity` the order was placed with. */
  visibleQuantity: Lots;
  status: OrderStatus;
  /** A cancel reason, or the message of a rejection, else "". */
  reason: string;
  /** Cumulative. */
  executed: Lots;
  /** Σ price × quantity of all executions; the average price follows from it. */
  executedNotional: Micros;
  totalFee: Micros;
  /** Σ realized PnL of all executions of the order. */
  totalRealizedPnl: Micros;
  createdAt: Millis;
  at: Millis;
  /** Strictly rising per account. */
  seq: number;
  /** What the event is: "new", "amended", "cancelled", "rejected", or "fill" with the fields below set. */
  cause: "new" | "amended" | "cancelled" | "rejected" | "fill";
  tradeId: number;
  matchId: number;
  fillPrice: Ticks;
  fillQuantity: Lots;
  fee: Micros;
  /** The part of `fee` that is a fee tag's, and its rate. */
  tagFee: Micros;
  tagFeeRate: FeeE5;
  maker: boolean;
  realizedPnl: Micros;
}

/** One match, for the public tape. */
export interface TradeReport {
  market: number;
  matchId: number;
  price: Ticks;
  quantity: Lots;
  takerSide: Side;
  /** Accounts of both sides, for volumes by builder. */
  makerAccount: number;
  takerAccount: number;
  at: Millis;
}

export type LedgerKind = "deposit" | "settlement";

/** One change of an account's balance. */
export interface LedgerEntry {
  readonly account: number;
  readonly kind: LedgerKind;
  /** Signed change of `holding`. */
  readonly amount: Micros;
  readonly holdingAfter: Micros;
  /** What caused it, for instance the deposit's reference. */
  readonly reference: string;
  /** The market it belongs to, -1 for none. */
  readonly market: number;
  readonly at: Millis;
}

/** An account event that is not an order, a position or money. */
export type AccountChange =
  | { readonly type: "opened"; readonly account: number; readonly at: Millis }
  | { readonly type: "key_bound"; readonly account: number; readonly key: string; readonly at: Millis }
  | {
      readonly type: "leverage_changed";
      readonly account: number;
      readonly market: number;
      readonly marginMode: MarginMode;
      readonly leverage: number;
      readonly at: Millis;
    };

/** Receives events. Every method is called synchronously while the command is applied. */
export interface Listener {
  order(report: OrderReport): void;
  trade(report: TradeReport): void;
  /** The visible quantity at a price may have changed. */
  level(market: number, side: Side, price: Ticks): void;
  /** A position row, or the pending quantities of one, changed; `engine.position` tells what it is now. */
  position(account: number, market: number, marginMode: MarginMode): void;
  ledger(entry: LedgerEntry): void;
  /** Index and mark price: of every market after a tick, of the pinned markets after a pin; moved or not. */
  price(market: number, index: Ticks, mark: Ticks, at: Millis): void;
  account(change: AccountChange): void;
  marketListed(market: number, at: Millis): void;
}

/** A listener that keeps nothing: for replay and for measurements. */
export const silent: Listener = {
  order() {},
  trade() {},
  level() {},
  position() {},
  ledger() {},
  price() {},
  account() {},
  marketListed() {},
};
