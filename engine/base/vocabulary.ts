// The words of the interface that commands and events share. Interface 2.2, rules 2.1, 2.7 and 2.8.

export const SIDES = ["BUY", "SELL"] as const;
export const ORDER_TYPES = ["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"] as const;
export const ORDER_STATUSES = ["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"] as const;
export const MARGIN_MODES = ["CROSS", "ISOLATED"] as const;
/** The margin mode that an order names; "" for the account's default mode of the symbol. */
export const MODE_OR_DEFAULT = ["", ...MARGIN_MODES] as const;
export const CANCEL_REASONS = [
  "",
  "USER",
  "CANCEL_ALL",
  "CANCEL_ALL_AFTER",
  "IOC_REMAINDER",
  "MARKET_REMAINDER",
  "FOK_UNFILLED",
  "POST_ONLY_CROSS",
  "PRICE_RANGE",
  "SELF_TRADE",
  "REDUCE_ONLY_CLOSED",
  "MARGIN",
  "LIQUIDATION",
  "ADL",
  "MAINTENANCE",
  "MARKET_STATE",
] as const;
export const MARKET_STATES = [
  "NEW",
  "PENDING",
  "POST_ONLY",
  "ACTIVE",
  "REDUCE_ONLY",
  "HALTED",
  "DELISTING",
  "DELISTED",
] as const;

/** Why a market is in its state; the `INDEX_` reasons are for an index that can't be believed. Rules 11.3, 11.4. */
export const STATE_REASONS = [
  "OPERATOR",
  "STALE_INDEX",
  "INDEX_ZERO",
  "INDEX_NEGATIVE",
  "INDEX_NOT_FINITE",
  "INDEX_JUMP",
  "INDEX_TOO_LARGE",
  "FRESH_AGAIN",
  "VENUE_HALT",
  "LAUNCH_GATE",
  "DELISTING_TIME",
] as const;

export const ALGO_TYPES = [
  "STOP",
  "TP_SL",
  "POSITIONAL_TP_SL",
  "BRACKET",
  "TRAILING_STOP",
  "TAKE_PROFIT",
  "STOP_LOSS",
] as const;
/** What an algo order places when it fires. "" is a group that places nothing itself. */
export const ALGO_ORDER_TYPES = ["", "LIMIT", "MARKET", "CLOSE_POSITION"] as const;
/** How a deposit came in: given by the faucet, paid into the chain's vault, or transferred to a receiver address. */
export const DEPOSIT_SOURCES = ["faucet", "chain", "receiver"] as const;
export const DEPOSIT_STATES = ["PENDING", "PROCESSED", "COMPLETED", "FAILED"] as const;
export const WITHDRAWAL_STATES = ["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"] as const;

export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type MarginMode = (typeof MARGIN_MODES)[number];
export type CancelReason = (typeof CANCEL_REASONS)[number];
export type MarketState = (typeof MARKET_STATES)[number];
export type StateReason = (typeof STATE_REASONS)[number];
export type AlgoType = (typeof ALGO_TYPES)[number];
export type AlgoOrderType = (typeof ALGO_ORDER_TYPES)[number];
export type DepositState = (typeof DEPOSIT_STATES)[number];
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
