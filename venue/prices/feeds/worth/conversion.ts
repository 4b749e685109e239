// Converts a source's price to the currency of the indexes and to units of its market. Rules 6.1.

import { ONE_E18 } from "./exact-price.ts";

const ONE_E8 = 100_000_000n;
/** From 10⁻¹⁸ to 10⁻⁸. */
const TO_E8 = 10_000_000_000n;

/** @param rate value of the pair's currency, in 10⁻¹⁸ @param multiplier in 10⁻⁸ */
export function converted(price: bigint, rate: bigint, multiplier: number): bigint {
  return (price * BigInt(multiplier) * rate) / (ONE_E8 * ONE_E18);
}

/** Rounded half up; undefined for a price that a report can't express. */
export function inE8(price: bigint): number | undefined {
  const whole = Number((price + TO_E8 / 2n) / TO_E8);
  return Number.isSafeInteger(whole) && whole > 0 ? whole : undefined;
}

export function fromE8(price: number): bigint {
  return BigInt(price) * TO_E8;
}
