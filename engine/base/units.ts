// The engine's units. Every number in the engine is a whole number of one of these, so that money is exact; decimals
// exist only at the edge of the venue. Each unit is made by one function, which checks it.

import { assert } from "./fault.ts";

declare const unit: unique symbol;
type Count<Unit extends string> = number & { readonly [unit]: Unit };

/** A price, in steps of the market's `quote_tick`. */
export type Ticks = Count<"ticks">;
/** A size, in steps of the market's `base_tick`; signed when it is a position. */
export type Lots = Count<"lots">;
/** Money, in millionths of a USDC. */
export type Micros = Count<"micros">;
/** A price as the wire writes it, in units of 10⁻⁸; not yet known to be on a tick. */
export type PriceE8 = Count<"price e8">;
/** A quantity as the wire writes it, in units of 10⁻⁸; not yet known to be on a lot. */
export type QuantityE8 = Count<"quantity e8">;
/** A margin ratio, funding rate or similar, in units of 10⁻¹⁰. */
export type RatioE10 = Count<"ratio e10">;
/** A trading fee rate, in units of 10⁻⁵ (a tenth of a basis point); negative for a rebate. */
export type FeeE5 = Count<"fee e5">;
/** Milliseconds since 1970, venue time. */
export type Millis = Count<"millis">;

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
/** In place of a price that is set by hand: the market follows its sources again. */
export const FREED = priceE8(0);
export const quantityE8 = (n: number): QuantityE8 => whole(n, "a quantity in 10^-8") as QuantityE8;
export const ratioE10 = (n: number): RatioE10 => whole(n, "a ratio in 10^-10") as RatioE10;
export const feeE5 = (n: number): FeeE5 => whole(n, "a fee rate in 10^-5") as FeeE5;
export const millis = (n: number): Millis => whole(n, "a time in milliseconds") as Millis;
