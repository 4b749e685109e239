// The engine's units. Every number in the engine is a whole number of one of these, so that money is exact; decimals
// exist only at the edge of the venue. The functions at the end make a number of a unit, and check it.

import { assert } from "./fault.ts";

declare const unit: unique symbol;
/** A number of one unit is not assignable to another; a plain number, such as the result of a sum, is assignable to any. */
type Count<Unit extends string> = number & { readonly [unit]?: Unit };

/** A price, in steps of the market's `quote_tick`. */
export type Ticks = Count<"ticks">;
/** A size, in steps of the market's `base_tick`; signed when it is a position. */
export type Lots = Count<"lots">;
/** Money, in millionths of a USDC. */
export type Micros = Count<"micros">;
/** A price in the wire's precision, in units of 10⁻⁸; not yet known to be on a tick. */
export type PriceE8 = Count<"price e8">;
/** A quantity in the wire's precision, in units of 10⁻⁸; not yet known to be on a lot. */
export type QuantityE8 = Count<"quantity e8">;
/** A margin ratio, funding rate or similar, in units of 10⁻¹⁰. */
export type RatioE10 = Count<"ratio e10">;
/** A trading fee rate, in units of 10⁻⁵ (a tenth of a basis point); negative for a rebate. */
export type FeeE5 = Count<"fee e5">;
/** Milliseconds since 1970, venue time. */
export type Millis = Count<"millis">;
/** The part of an amount that is finer than micros, in units of 10⁻¹⁰ of a micro. */
export type FineMicros = Count<"10⁻¹⁰ micros">;
/** Hundredths of a whole. */
export type Percent = Count<"percent">;
/** A part of a whole, in units of 10⁻⁸. */
export type FractionE8 = Count<"fraction e8">;
/** Hours of a funding period. */
export type Hours = Count<"hours">;
/** Micros in one tick of one lot, for a market. */
export type MicrosPerTickLot = Count<"micros per tick and lot">;
/** 0 for no, 1 for yes. */
export type Flag = 0 | 1;

/** Row numbers of the tables, each from 0 on; `NONE` where there is none. */
export type AccountNumber = Count<"account">;
export type MarketNumber = Count<"market">;
export type BrokerNumber = Count<"broker">;
/** An account's position in a market in one margin mode. */
export type RowNumber = Count<"row">;
/** An open order; its number is reused for a later order. */
export type OrderSlot = Count<"order">;
export type LevelNumber = Count<"level">;
export type WalletNumber = Count<"wallet">;
export type KeyNumber = Count<"key">;
/** The remembered answer to a placement that had a client order id. */
export type AnswerNumber = Count<"answer">;
/** A fee tag, or another meaning of an order's tag: money/fees/order-tags.ts. */
export type TagNumber = Count<"tag">;
export type ReferralNumber = Count<"referral">;
/** The place of an order's rarely used fields; its number is reused for a later order. */
export type ExtraNumber = Count<"extra">;
/** The place where a remembered answer waits in a queue. */
export type QueuePlace = Count<"queue place">;
/** 0 for bids, 1 for asks. */
export type SideNumber = Flag;

/** Numbers that clients see, each from 1 on; 0 where there is none. */
export type UserId = Count<"user id">;
export type OrderId = Count<"order id">;
export type AlgoOrderId = Count<"algo order id">;
export type Nonce = Count<"nonce">;
export type TradeId = Count<"trade id">;
export type MatchId = Count<"match id">;
export type LiquidationId = Count<"liquidation id">;
export type WithdrawalId = Count<"withdrawal id">;
export type OperationId = Count<"operation id">;
export type AnnouncementId = Count<"announcement id">;
/** The number of one of an account's events, or of a book's changes: each is one more than the one before. */
export type Seq = Count<"seq">;
/** The behaviour that commands are applied under: base/behaviour.ts. */
export type Behaviour = Count<"behaviour">;

/** How many times its margin a position may be; a whole number. */
export type Leverage = Count<"leverage">;
/** A margin ratio as shown to clients, in units of 10⁻⁸. */
export type RatioE8 = Count<"ratio e8">;
/** Shares of a vault, in units of 10⁻⁶. */
export type Shares = Count<"shares">;
/** The value of one share of a vault, in units of 10⁻⁸ USDC. */
export type SharePrice = Count<"share price">;
/** Micros for a deposit, shares for a redemption: the operation says which. */
export type SharesOrMicros = number;
/** How many periods of a vault have started. */
export type PeriodNumber = Count<"period">;

export const MICROS_PER_USDC = 1_000_000;
export const E8 = 100_000_000;
export const E10 = 10_000_000_000;
/** Fee rates are whole multiples of this fraction. */
export const FEE_RATE_STEPS = 100_000;

function whole(n: number, what: string): number {
  assert(Number.isSafeInteger(n), `${what} is a whole number below 2^53`, { n });
  // `+ 0` turns −0 into 0, so that equal states have equal bytes.
  return n + 0;
}

export const ticks = (n: number): Ticks => whole(n, "a price in ticks") as Ticks;
export const lots = (n: number): Lots => whole(n, "a size in lots") as Lots;
export const micros = (n: number): Micros => whole(n, "money in micros") as Micros;
export const priceE8 = (n: number): PriceE8 => whole(n, "a price in 10^-8") as PriceE8;
/** Instead of a price set by hand: the market follows its sources again. */
export const FREED = priceE8(0);
export const quantityE8 = (n: number): QuantityE8 => whole(n, "a quantity in 10^-8") as QuantityE8;
export const ratioE10 = (n: number): RatioE10 => whole(n, "a ratio in 10^-10") as RatioE10;
export const feeE5 = (n: number): FeeE5 => whole(n, "a fee rate in 10^-5") as FeeE5;
export const millis = (n: number): Millis => whole(n, "a time in milliseconds") as Millis;
