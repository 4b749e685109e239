// What the engine says while it applies a command: its whole output language. The engine hands each event to a listener
// in the order in which it happened (rules 2.7, streams 3.4).
//
// The hot records (OrderReport, TradeReport) are reused by the engine: read them during the call, copy what you keep.

import type { AlgoReport } from "./events/algo-orders.ts";
import type { FundingEvent } from "./events/funding.ts";
import type { FundsEvent } from "./events/funds.ts";
import type { LiquidationEvent } from "./events/liquidation.ts";
import type { MarketEvent, VenueEvent } from "./events/markets.ts";
import type { VaultEvent } from "./events/strategy-vaults.ts";
import type { FeeE5, Lots, Micros, Millis, Ticks } from "./units.ts";
import type { MarginMode, OrderStatus, OrderType, Side } from "./vocabulary.ts";

export type * from "./events/algo-orders.ts";
export type * from "./events/funding.ts";
export type * from "./events/funds.ts";
export type * from "./events/liquidation.ts";
export type * from "./events/markets.ts";
export type * from "./events/strategy-vaults.ts";

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
  /** What the fill moved into the margin of its isolated position, negative when out of it; 0 in cross mode. */
  marginChange: Micros;
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

/**
 * Why a balance changed. "margin" moves between balance and an isolated position, "isolated_close" pays one out,
 * "takeover" hands a balance to the insurance fund, "shortfall" is what the fund pays for an isolated row.
 */
export type LedgerKind =
  | "deposit"
  | "settlement"
  | "withdrawal"
  | "withdrawal_fee"
  | "withdrawal_failed"
  | "transfer_in"
  | "transfer_out"
  | "margin"
  | "isolated_close"
  | "shortfall"
  | "takeover"
  | "distribution"
  | "top_up"
  | "vault";

/** A position changed without a trade: a transfer at the mark price. Rules 7.5, 7.7 to 7.10, 11.3. */
export interface PositionTransfer {
  readonly account: number;
  readonly market: number;
  readonly marginMode: MarginMode;
  readonly kind: "liquidation" | "claim" | "takeover" | "adl" | "delisting";
  /** The change of this row, signed. */
  readonly quantity: Lots;
  readonly price: Ticks;
  /** What the row was charged with it; negative when it earned. */
  readonly fee: Micros;
  readonly realizedPnl: Micros;
  readonly at: Millis;
}

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
  | { readonly type: "key_removed"; readonly account: number; readonly key: string; readonly at: Millis }
  | { readonly type: "key_restricted"; readonly account: number; readonly key: string; readonly at: Millis }
  | {
      readonly type: "leverage_changed";
      readonly account: number;
      readonly market: number;
      readonly marginMode: MarginMode;
      readonly leverage: number;
      readonly at: Millis;
    }
  | {
      readonly type: "margin_mode_changed";
      readonly account: number;
      readonly market: number;
      readonly marginMode: MarginMode;
      readonly at: Millis;
    }
  /** Which of its notifications are read, or unread again; no ids: all that it has by now. */
  | {
      readonly type: "notifications_marked";
      readonly account: number;
      readonly ids: readonly number[];
      readonly isRead: boolean;
      readonly at: Millis;
    }
  /** For good: `referrer` earns on what the account pays from now on. */
  | {
      readonly type: "referral_bound";
      readonly account: number;
      readonly referrer: number;
      readonly code: string;
      readonly at: Millis;
    }
  /** Fee rates, sub-account description, maintenance flag, delegate signer or referral: what `EngineReader` tells. */
  | { readonly type: "settings_changed"; readonly account: number; readonly at: Millis };

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
  algo(report: AlgoReport): void;
  transfer(transfer: PositionTransfer): void;
  funding(event: FundingEvent): void;
  liquidation(event: LiquidationEvent): void;
  market(event: MarketEvent): void;
  venue(event: VenueEvent): void;
  funds(event: FundsEvent): void;
  vault(event: VaultEvent): void;
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
  algo() {},
  transfer() {},
  funding() {},
  liquidation() {},
  market() {},
  venue() {},
  funds() {},
  vault() {},
};

/** A listener that tells two of each event, in this order. */
export function both(first: Listener, second: Listener): Listener {
  return {
    order(report) {
      first.order(report);
      second.order(report);
    },
    trade(report) {
      first.trade(report);
      second.trade(report);
    },
    level(market, side, price) {
      first.level(market, side, price);
      second.level(market, side, price);
    },
    position(account, market, marginMode) {
      first.position(account, market, marginMode);
      second.position(account, market, marginMode);
    },
    ledger(entry) {
      first.ledger(entry);
      second.ledger(entry);
    },
    price(market, index, mark, at) {
      first.price(market, index, mark, at);
      second.price(market, index, mark, at);
    },
    account(change) {
      first.account(change);
      second.account(change);
    },
    marketListed(market, at) {
      first.marketListed(market, at);
      second.marketListed(market, at);
    },
    algo(report) {
      first.algo(report);
      second.algo(report);
    },
    transfer(transfer) {
      first.transfer(transfer);
      second.transfer(transfer);
    },
    funding(event) {
      first.funding(event);
      second.funding(event);
    },
    liquidation(event) {
      first.liquidation(event);
      second.liquidation(event);
    },
    market(event) {
      first.market(event);
      second.market(event);
    },
    venue(event) {
      first.venue(event);
      second.venue(event);
    },
    funds(event) {
      first.funds(event);
      second.funds(event);
    },
    vault(event) {
      first.vault(event);
      second.vault(event);
    },
  };
}
