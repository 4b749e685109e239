// The events that the engine emits while it applies a command: its whole output language. The engine passes each event to a
// listener, in the order in which the events happened (rules 2.7, streams 3.4).
//
// The hot records (OrderReport, TradeReport) are reused by the engine: read them during the call, copy what you keep.

import type { AccountNumber, MarketNumber, Millis, Ticks } from "../../base/units.ts";
import type { MarginMode, Side } from "../../base/vocabulary.ts";
import type { AccountChange } from "./account-events.ts";
import type { AlgoReport } from "./algo-order-events.ts";
import type { FundsEvent } from "./fund-events.ts";
import type { FundingEvent } from "./funding-events.ts";
import type { LiquidationEvent } from "./liquidation-events.ts";
import type { MarketEvent, VenueEvent } from "./market-events.ts";
import type { LedgerEntry, PositionTransfer } from "./money-events.ts";
import type { OrderReport, TradeReport } from "./order-events.ts";
import type { VaultEvent } from "./vault-events.ts";

export type * from "./account-events.ts";
export type * from "./algo-order-events.ts";
export type * from "./fund-events.ts";
export type * from "./funding-events.ts";
export type * from "./liquidation-events.ts";
export type * from "./market-events.ts";
export type * from "./money-events.ts";
export type * from "./order-events.ts";
export type * from "./vault-events.ts";

/** Receives events. Every method is called synchronously while the command is applied. */
export interface Listener {
  order(report: OrderReport): void;
  trade(report: TradeReport): void;
  /** The visible quantity at a price may have changed. */
  level(market: MarketNumber, side: Side, price: Ticks): void;
  /** A position row changed, or its pending quantities; `engine.position` shows its new state. */
  position(account: AccountNumber, market: MarketNumber, marginMode: MarginMode): void;
  ledger(entry: LedgerEntry): void;
  /** Index and mark price, whether they moved or not: of every market after a tick, of the pinned markets after a pin. */
  price(market: MarketNumber, index: Ticks, mark: Ticks, at: Millis): void;
  account(change: AccountChange): void;
  marketListed(market: MarketNumber, at: Millis): void;
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

/** A listener that passes each event to two others, in this order. */
export function joinListeners(first: Listener, second: Listener): Listener {
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
