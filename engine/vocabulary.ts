// The words of the interface that commands and events share. Interface 2.2, rules 2.1, 2.7 and 2.8.

export const SIDES = ["BUY", "SELL"] as const;
export const ORDER_TYPES = ["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"] as const;
export const ORDER_STATUSES = ["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"] as const;
export const MARGIN_MODES = ["CROSS", "ISOLATED"] as const;
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

export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type MarginMode = (typeof MARGIN_MODES)[number];
export type CancelReason = (typeof CANCEL_REASONS)[number];
export type MarketState = (typeof MARKET_STATES)[number];
