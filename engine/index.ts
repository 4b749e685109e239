// The engine's public surface: each export is named here, and a test pins the list.

export { assert, Fault, unreachable } from "./base/fault.ts";
export type { ByteSource } from "./base/storage/bytes.ts";
export {
  E8,
  E10,
  FEE_RATE_STEPS,
  type FeeE5,
  feeE5,
  type Lots,
  lots,
  MICROS_PER_USDC,
  type Micros,
  type Millis,
  micros,
  millis,
  type PriceE8,
  priceE8,
  type QuantityE8,
  quantityE8,
  type RatioE10,
  ratioE10,
  type Ticks,
  ticks,
} from "./base/units.ts";
export {
  CANCEL_REASONS,
  type CancelReason,
  MARGIN_MODES,
  MARKET_STATES,
  type MarginMode,
  type MarketState,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  SIDES,
  type Side,
} from "./base/vocabulary.ts";
export { decodeCommand, encodeCommand } from "./language/codec/codec.ts";
export type * from "./language/commands/commands.ts";
export {
  type AccountChange,
  both,
  type LedgerEntry,
  type LedgerKind,
  type Listener,
  type OrderReport,
  silent,
  type TradeReport,
} from "./language/events/events.ts";
export type { MarketParameters } from "./language/market-parameters.ts";
export { type Rejection, type RejectionName, rejection, rejections } from "./language/rejections.ts";
export type {
  AccountView,
  AlgoOrderView,
  AnnouncementView,
  Answer,
  BookLevel,
  DelegateAnnouncement,
  EngineReader,
  FeeTagView,
  KeyView,
  MarginView,
  MarketView,
  OrderView,
  PositionView,
} from "./language/views/views.ts";
export { Engine } from "./run/engine.ts";
