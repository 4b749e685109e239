// Questions that history answers. Times are venue milliseconds, numbers are in the engine's units. Time filters include
// both ends; those of orders are on the time of creation. Pages count from 1.

import type { LedgerKind } from "@evermark/engine/events.ts";
import type { Candle, CandleInterval } from "../statistics/candles.ts";
import type { FillSums } from "../statistics/day-result.ts";

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

/**
 * Reads of history. Each waits until history has caught up with journal position `after`, so that a caller sees what
 * was answered to it before.
 */
export interface HistoryReader {
  orders(filter: OrderFilter, after: number): Promise<Page<OrderRow>>;
  order(account: number, orderId: number, after: number): Promise<OrderRow | undefined>;
  /** The newest order of an account that carried this id. */
  orderByClientId(account: number, clientOrderId: string, after: number): Promise<OrderRow | undefined>;
  /** Newest first; reaches back over the latest 500 fills of the account only, unless `orderId` is given. */
  fills(filter: FillFilter, after: number): Promise<Page<FillRow>>;
  fill(account: number, tradeId: number, after: number): Promise<FillRow | undefined>;
  /** Newest first. */
  trades(market: number, limit: number, after: number): Promise<TradeRow[]>;
  /** Closed and running candles, oldest first; intervals without a trade are filled with the last close. */
  candles(market: number, interval: CandleInterval, limit: number, until: number, after: number): Promise<CandleRow[]>;
  /** One-minute candles since a time, oldest first, without filling: for rebuilding the running statistics. */
  minutesSince(market: number, since: number): Promise<CandleRow[]>;
  /** One-minute volumes of every builder since a time, oldest first: for rebuilding the running statistics. */
  brokerMinutesSince(since: number): Promise<BrokerMinuteRow[]>;
  /**
   * The fills of every account since a time, summed by their minute, oldest first: from these the streams rebuild the
   * 24-hour figures of their position and balance frames at start.
   */
  accountMinutesSince(since: number): Promise<AccountMinuteRow[]>;
  /** Newest first. */
  ledger(filter: LedgerFilter, after: number): Promise<Page<LedgerRow>>;
  /** Sums over the fills at or after `since`, by market and margin mode; markets without a fill are absent. */
  fillSumsSince(account: number, since: number, after: number): Promise<FillSumsRow[]>;
}
