// Reports of orders to their owner, and of trades to the public tape. Rules 2.7, `executionreport`.

import type {
  AccountNumber,
  FeeE5,
  Lots,
  MarketNumber,
  MatchId,
  Micros,
  Millis,
  OrderId,
  Seq,
  Ticks,
  TradeId,
} from "../../base/units.ts";
import type { MarginMode, OrderStatus, OrderType, Side } from "../../base/vocabulary.ts";

/** One transition or one execution of one order, as its owner sees it. Rules 2.7, `executionreport`. */
export interface OrderReport {
  account: AccountNumber;
  orderId: OrderId;
  clientOrderId: string;
  market: MarketNumber;
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
  /** The part of the remaining quantity that the book shows. */
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
  seq: Seq;
  /** The kind of event: "new", "amended", "cancelled", "rejected", or "fill" with the fields below set. */
  cause: "new" | "amended" | "cancelled" | "rejected" | "fill";
  tradeId: TradeId;
  matchId: MatchId;
  fillPrice: Ticks;
  fillQuantity: Lots;
  fee: Micros;
  /** The part of `fee` that is a fee tag's, and its rate. */
  tagFee: Micros;
  tagFeeRate: FeeE5;
  maker: boolean;
  realizedPnl: Micros;
  /** What the fill added to the margin of its isolated position, negative when it took margin out; 0 in cross mode. */
  marginChange: Micros;
}

/** One match, for the public tape. */
export interface TradeReport {
  market: MarketNumber;
  matchId: MatchId;
  price: Ticks;
  quantity: Lots;
  takerSide: Side;
  /** Accounts of both sides, for volumes by builder. */
  makerAccount: AccountNumber;
  takerAccount: AccountNumber;
  at: Millis;
}
