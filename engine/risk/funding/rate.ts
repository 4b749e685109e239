// Computes a funding rate from premiums. Rules 6.4. All rates are integers in 10⁻¹⁰.

import { divRoundHalfAway } from "../../base/numbers/arithmetic.ts";
import type { RatioE10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";

/** Up to 0.5 % a premium counts once; the part beyond counts twice. */
const STEEPER = 50_000_000n;
/** The part beyond 1.5 % counts four times; a premium of 1.5 % counts as 2.5 %. */
const STEEPEST = 150_000_000n;
const AT_STEEPEST = 250_000_000n;

type RateTerms = Pick<
  MarketParameters,
  "fundingPeriodHours" | "capFunding" | "floorFunding" | "capIr" | "floorIr" | "interestRate"
>;

/** The rate for `count` premiums that sum to `sum`; 0 when there are none. */
export function fundingRate(sum: bigint, count: number, terms: RateTerms): RatioE10 {
  return count === 0 ? 0 : rateOfAverage(sum / BigInt(count), terms);
}

/** clamp(f(x) + interest part × period ÷ 8, floor, cap), rounded to 8 decimals before it is clamped. */
export function rateOfAverage(average: bigint, terms: RateTerms): RatioE10 {
  const interest = clamp(BigInt(terms.interestRate) - average, BigInt(terms.floorIr), BigInt(terms.capIr));
  const eighths = 8n * weighted(average) + interest * BigInt(terms.fundingPeriodHours);
  const rate = divRoundHalfAway(eighths, 800n) * 100n;
  return Number(clamp(rate, BigInt(terms.floorFunding), BigInt(terms.capFunding)));
}

/** f(x): the further a premium is from zero, the more each part of it counts. */
export function weighted(premium: bigint): bigint {
  const size = premium < 0n ? -premium : premium;
  const counted =
    size < STEEPER ? size : size < STEEPEST ? STEEPER + 2n * (size - STEEPER) : AT_STEEPEST + 4n * (size - STEEPEST);
  return premium < 0n ? -counted : counted;
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value;
}
