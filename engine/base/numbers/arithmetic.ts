// Exact arithmetic on safe integers. A product of two of them needs up to 106 bits, and a double holds 53. So a quotient is
// estimated in doubles, and computed exactly only where the estimate is too close to a whole number to show on which side
// it lies. The result never depends on the path taken; arithmetic.test.ts checks each path against BigInt.

import { assert } from "../fault.ts";

const TWO_53 = 9_007_199_254_740_992;
const TWO_31 = 2_147_483_648;
/** Relative error of `a * b / c` in doubles, rounded up: two roundings of 2⁻⁵³ each. */
const RELATIVE_ERROR = 1 / 2_251_799_813_685_248;

/** ⌊a · b ÷ c⌋ for safe integers, c > 0. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  // Below 2^53 the product is exact, and a quotient that is not whole is further from the next whole number than the
  // division's rounding reaches.
  if (product < TWO_53 && product > -TWO_53) return Math.floor(product / c) + 0;
  return floorOf(product / c, a, b, c);
}

/** ⌈a · b ÷ c⌉ for safe integers, c > 0. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const product = a * b;
  if (product < TWO_53 && product > -TWO_53) return Math.ceil(product / c) + 0;
  return 0 - floorOf(-product / c, -a, b, c);
}

/** ⌊a · b ÷ c⌋, given its estimate in doubles. */
function floorOf(estimate: number, a: number, b: number, c: number): number {
  assert(estimate < TWO_53 && estimate > -TWO_53, "a quotient fits in 2^53", { a, b, c });
  const whole = Math.round(estimate);
  const error = Math.abs(estimate) * RELATIVE_ERROR;
  if (Math.abs(estimate - whole) > error) return Math.floor(estimate);
  if (error < 0.25 && 2 * error * c < TWO_31) {
    // a·b exceeds whole · c by at most 2·error·c. That fits in 31 bits, so the low 32 bits of both products give the difference.
    return ((Math.imul(a, b) - Math.imul(whole, c)) | 0) < 0 ? whole - 1 : whole;
  }
  return Number(divFloor(BigInt(a) * BigInt(b), BigInt(c)));
}

/** `quotientOf` takes divisors below DIVISOR_MAX, and only where the quotient is below QUOTIENT_MAX. */
export const DIVISOR_MAX = 1_073_741_824;
export const QUOTIENT_MAX = 1_125_899_906_842_624;

/** ⌊a · b ÷ c⌋ for whole numbers from 0 on, c below DIVISOR_MAX, the quotient below QUOTIENT_MAX. */
export function quotientOf(a: number, b: number, c: number): number {
  // The estimate is off by at most one, so the remainder lies between −c and 2 · c.
  const estimate = Math.floor((a * b) / c);
  const over = remainderOf(a, b, c, estimate);
  return over < 0 ? estimate - 1 : over >= c ? estimate + 1 : estimate;
}

/** a · b − quotient · c: less than 2³¹, so the low 32 bits of both products give it. */
export function remainderOf(a: number, b: number, c: number, quotient: number): number {
  return (Math.imul(a, b) - Math.imul(quotient, c)) | 0;
}

/** n ÷ d to the nearest whole number, halves away from zero; d > 0. */
export function divRoundHalfAway(n: bigint, d: bigint): bigint {
  // For an odd divisor no exact half exists, so ⌊d/2⌋ is enough to carry everything above it.
  const half = d / 2n;
  return n >= 0n ? (n + half) / d : (n - half) / d;
}

/** ⌊n ÷ d⌋, d > 0; plain BigInt division truncates. */
export function divFloor(n: bigint, d: bigint): bigint {
  const q = n / d;
  return n % d < 0n ? q - 1n : q;
}

/** ⌈n ÷ d⌉, d > 0. */
export function divCeil(n: bigint, d: bigint): bigint {
  const q = n / d;
  return n % d > 0n ? q + 1n : q;
}

/** Whole numbers as decimal text with `decimals` places, trailing zeros dropped: (1500, 3) is "1.5". */
export function decimalText(n: number, decimals: number): string {
  const size = Math.abs(n);
  // From 10²¹ on, String() of a number uses exponent notation; a BigInt's never does.
  const digits = (Number.isFinite(size) && size >= 1e21 ? BigInt(size).toString() : String(size)).padStart(
    decimals + 1,
    "0",
  );
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const sign = n < 0 ? "-" : "";
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Micros as USDC: 1,500,000 is "1.5". */
export function microsText(n: number): string {
  return decimalText(n, 6);
}

/** A price, a quantity or a fraction in 10⁻⁸: 150,000,000 is "1.5". */
export function e8Text(n: number): string {
  return decimalText(n, 8);
}
