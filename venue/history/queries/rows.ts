// Questions that history answers. Times are venue milliseconds, numbers are in the engine's units. Time filters include
// both ends; those of orders are on the time of creation. Pages count from 1.

import type { LedgerKind } from "@evermark/engine";
import type { Candle } from "../../statistics/candles.ts";
import type { FillSums } from "../../statistics/day-result.ts";

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The last state of an order, open or finished. */
export interface OrderRow {
  orderId: number;
  account: number;
  market: number;
  clientOrderId: string;
  side: "BUY" | "SELL";
  orderType: string;
  marginMode: "CROSS" | "ISOLATED";
  reduceOnly: boolean;
  tag: string;
  price: number;
  quantity: number;
  amount: number;
  visible: number;
  visibleQuantity: number;
  status: "NEW" | "PARTIAL_FILLED" | "FILLED" | "CANCELLED" | "REJECTED";
  reason: string;
  executed: number;
  executedNotional: number;
  totalFee: number;
  realizedPnl: number;
  createdAt: number;
  updatedAt: number;
}

/** One account's side of a match. */
export interface FillRow {
  tradeId: number;
  matchId: number;
  orderId: number;
  account: number;
  market: number;
  side: "BUY" | "SELL";
  price: number;
  quantity: number;
  fee: number;
  tagFee: number;
  tagFeeRate: number;
  maker: boolean;
  realizedPnl: number;
  /** What it moved into the margin of an isolated position; micros. */
  marginChange: number;
  marginMode: "CROSS" | "ISOLATED";
  at: number;
}

export interface TradeRow {
  matchId: number;
  market: number;
  price: number;
  quantity: number;
  takerSide: "BUY" | "SELL";
  at: number;
  /** The account that took; null of what was written before this was kept. */
  taker: number | null;
}

export interface CandleRow extends Candle {
  market: number;
}

export interface OrderFilter {
  account: number;
  market?: number;
  side?: "BUY" | "SELL";
  orderType?: string;
  statuses?: readonly string[];
  tag?: string;
  startTime?: number;
  endTime?: number;
  page: number;
  size: number;
  sort: "CREATED_TIME_DESC" | "CREATED_TIME_ASC" | "UPDATED_TIME_DESC" | "UPDATED_TIME_ASC";
}

export interface FillFilter {
  account: number;
  market?: number;
  orderId?: number;
  startTime?: number;
  endTime?: number;
  page: number;
  size: number;
}

/** One change of an account's balance. */
export interface LedgerRow {
  /** Counts all ledger entries of the venue from 1, in journal order. */
  entryId: number;
  account: number;
  kind: LedgerKind;
  /** Signed change of `holding`, micros. */
  amount: number;
  holdingAfter: number;
  reference: string;
  /** -1 when the entry belongs to no market. */
  market: number;
  at: number;
}

export interface LedgerFilter {
  account: number;
  kinds?: readonly LedgerKind[];
  startTime?: number;
  endTime?: number;
  page: number;
  size: number;
}

/** What an account's fills of one market in one margin mode add up to. */
export interface FillSumsRow extends FillSums {
  readonly market: number;
  readonly marginMode: "CROSS" | "ISOLATED";
}

/** What the accounts of one builder traded in one minute; maker and taker legs both count. */
export interface BrokerMinuteRow {
  brokerId: string;
  market: number;
  start: number;
  /** Lots. */
  volume: number;
  /** Micros. */
  amount: number;
  count: number;
}

/** The same of one account and the minute that begins at `start`. */
export interface AccountMinuteRow extends FillSumsRow {
  readonly account: number;
  readonly start: number;
}
