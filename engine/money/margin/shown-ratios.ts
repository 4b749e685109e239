// Displayed ratios of money to notional, at 10⁻⁸: own ratios rounded down, requirements up. Rules 5.2.

import { divCeil, divFloor, mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E8, type Micros } from "../../base/units.ts";

/** An own ratio with a base of 0: 1000 %. */
const NO_POSITION_E8 = 10 * E8;
/** A ratio below this is below 2^53 at 10⁻⁸. The ratio to the notional of a single lot may be larger. */
const MODEST = 10_000_000;

/** @param own micros, of either sign; @param base micros of notional, from 0 on */
export function ownRatio(own: Micros, base: Micros): number {
  if (base === 0) return NO_POSITION_E8;
  return Math.abs(own) / base < MODEST
    ? mulDivFloor(own, E8, base)
    : Number(divFloor(BigInt(own) * BigInt(E8), BigInt(base)));
}

/** The ratio of a requirement, rounded up; 0 with a base of 0. */
export function requiredRatio(required: Micros, base: Micros): number {
  if (base === 0) return 0;
  return required / base < MODEST
    ? mulDivCeil(required, E8, base)
    : Number(divCeil(BigInt(required) * BigInt(E8), BigInt(base)));
}
