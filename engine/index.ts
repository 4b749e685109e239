// The engine's public surface: every value that it exports is named here, and a test pins the list. The types of its language
// (commands, events, views) are exported as declared. Tests and measurements that need internals use inside.ts.

export { BEHAVIOUR, OLDEST_BEHAVIOUR } from "./base/behaviour.ts";
export { assert, Fault, unreachable, WrittenByNewer } from "./base/fault.ts";
export { mulDivFloor } from "./base/numbers/arithmetic.ts";
export type { ByteSource } from "./base/storage/bytes.ts";
export { IntMap, NONE } from "./base/storage/int-map.ts";
export {
  E8,
  E10,
  FEE_RATE_STEPS,
  type FeeE5,
  FREED,
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
  type AlgoOrderType,
  type AlgoType,
  CANCEL_REASONS,
  type CancelReason,
  type DepositState,
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
  type StateReason,
  type WithdrawalState,
} from "./base/vocabulary.ts";
export { checkFields } from "./book/entry/order-fields.ts";
export { findListingMistake } from "./business/market/listing-rule.ts";
export { FIRST_PRICE as FIRST_SHARE_PRICE, worth as worthOfShares } from "./business/vaults/share-prices.ts";
export { decodeCommand, encodeCommand } from "./language/codec/codec.ts";
export { neededBehaviour } from "./language/codec/needed-behaviour.ts";
export type * from "./language/commands/commands.ts";
export { DECLARATIONS } from "./language/commands/commands.ts";
export type { Declaration, Sender } from "./language/commands/declaration.ts";
export type * from "./language/events/events.ts";
export { joinListeners, silent } from "./language/events/events.ts";
export type { Field, FieldTable } from "./language/field.ts";
export {
  CHANGEABLE,
  INITIAL_PRICE,
  MARKET_PARAMETERS,
  type MarketParameter,
  type MarketParameters,
  type ParameterChanges,
} from "./language/market-parameters.ts";
export type { TransferredPosition } from "./language/offered-positions.ts";
export { expectedOf, writtenValue } from "./language/parameter-bounds.ts";
export { placesOf } from "./language/parameter-declaration.ts";
export { rejectionNumber, rejectionWords } from "./language/rejection-bytes.ts";
export { type Rejection, type RejectionName, rejection, rejections } from "./language/rejections.ts";
export type * from "./language/views/views.ts";
export { CLEARING, INSURANCE } from "./memory/account/accounts.ts";
export { NONCE_AHEAD_MS, NONCE_LIFETIME_MS } from "./memory/business/used-nonces.ts";
export { FORMAT as SNAPSHOT_FORMAT } from "./memory/snapshot.ts";
export { Engine } from "./run/engine.ts";
