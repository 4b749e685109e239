// Ratios of money to notional as they are shown, at 10⁻⁸: own ones rounded down, requirements up. Rules 5.2.

import { divCeil, divFloor, mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E8, type Micros } from "../../base/units.ts";

/** What an own ratio shows when there is nothing to divide by: 1000 %. */
const NO_POSITION_E8 = 10 * E8;
/** A ratio below this is below 2^53 at 10⁻⁸. Money against the notional of a single lot need not be. */
const MODEST = 10_000_000;

/** @param own micros, of either sign; @param base micros of notional, from 0 on */
export function ownRatio(own: Micros, base: Micros): number {
  if (base === 0) return NO_POSITION_E8;
  return Math.abs(own) / base < MODEST
    ? mulDivFloor(own, E8, base)
    : Number(divFloor(BigInt(own) * BigInt(E8), BigInt(base)));
}

/** The same of a requirement; 0 when there is nothing to divide by. */
export function requiredRatio(required: Micros, base: Micros): number {
  if (base === 0) return 0;
  return required / base < MODEST
    ? mulDivCeil(required, E8, base)
    : Number(divCeil(BigInt(required) * BigInt(E8), BigInt(base)));
}
