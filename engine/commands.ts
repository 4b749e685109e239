// Everything that can change the engine's state: its whole input language. A command is plain data, is written to the
// journal before it is applied, and carries the venue time `at` that the sequencer stamped. Rules 0.1.
//
// Accounts and markets are named by the dense numbers that the engine gave them; the edge translates ids and symbols.
// An absent optional is a sentinel (0, -1 or ""), so that a command has one shape and one encoding.

import type { MarketParameters } from "./market.ts";
import type { FeeE5, Micros, Millis, PriceE8, QuantityE8 } from "./units.ts";
import type { MarginMode, OrderType, Side } from "./vocabulary.ts";

/** Lists a market, or is refused if its parameters break the listing rule (rules 1.2). Markets count from 0. */
export interface ListMarket {
  readonly type: "list_market";
  at: Millis;
  readonly parameters: MarketParameters;
  /** The index price until the first source reports. */
  readonly price: PriceE8;
}

/** Makes a builder known and sets its default user fees. Brokers count from 0. Rules 8.1. */
export interface AddBroker {
  readonly type: "add_broker";
  at: Millis;
  readonly brokerId: string;
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

/** Opens an account for a wallet under a builder. Interface 4.1, rules 9.1. */
export interface OpenAccount {
  readonly type: "open_account";
  at: Millis;
  /** `0x` and 64 lower-case hex digits. */
  readonly accountId: string;
  /** `0x` and 40 lower-case hex digits. */
  readonly wallet: string;
  readonly brokerId: string;
}

/** Binds an API key, or replaces scope and expiration of one bound to the same account. Interface 4.1. */
export interface BindKey {
  readonly type: "bind_key";
  at: Millis;
  readonly account: number;
  /** `ed25519:` and the base58 public key. */
  readonly key: string;
  /** Comma-separated words of `read`, `trading`, `asset`. */
  readonly scope: string;
  readonly expiration: Millis;
}

/** Credits money that reached custody, once per `reference`. Rules 9.2. */
export interface CreditDeposit {
  readonly type: "credit_deposit";
  at: Millis;
  readonly account: number;
  readonly amount: Micros;
  readonly source: "faucet" | "chain";
  /** Unique for good, for instance `faucet:<account>:<n>` or `deposit:<chain>:<vault>:<nonce>`. */
  readonly reference: string;
}

/** Sets the leverage of one symbol, or with `market` -1 of every symbol at once. Rules 5.7. */
export interface SetLeverage {
  readonly type: "set_leverage";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly leverage: number;
  readonly marginMode: MarginMode;
}

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

/** Moves all unsettled PnL of an account into its balance. Rules 4.5. */
export interface SettlePnl {
  readonly type: "settle_pnl";
  at: Millis;
  readonly account: number;
}

/** What one index source said of one market. */
export interface SourcePrice {
  readonly market: number;
  /** Which of the market's sources, counted from 0. */
  readonly source: number;
  readonly price: PriceE8;
  /** Base volume of the last 4 hours in 10⁻⁸; 0 when unknown. */
  readonly volume: QuantityE8;
}

/** Reports of index price sources; they count from the next tick on. Rules 6.1. */
export interface OraclePrices {
  readonly type: "oracle_prices";
  at: Millis;
  readonly prices: readonly SourcePrice[];
}

/** Pins index prices by hand; they hold until changed, never go stale, and move the mark price at once. */
export interface SetIndexPrices {
  readonly type: "set_index_prices";
  at: Millis;
  readonly prices: readonly { readonly market: number; readonly price: PriceE8 }[];
}

/** The clock: `at` is a whole second. Runs everything that is due, in the order of rules 0.2. */
export interface Tick {
  readonly type: "tick";
  at: Millis;
}

export type Command =
  | ListMarket
  | AddBroker
  | OpenAccount
  | BindKey
  | CreditDeposit
  | SetLeverage
  | PlaceOrder
  | AmendOrder
  | CancelOrder
  | CancelAllOrders
  | CancelAllAfter
  | SettlePnl
  | OraclePrices
  | SetIndexPrices
  | Tick;
