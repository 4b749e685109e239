// Sizes of closing orders, in whole steps of the market.

import { digitsOf, placesOf } from "../../format/decimal.ts";
import { fromUnits, toUnits } from "../../format/exact.ts";

/** So many percent of a quantity, in whole steps and never more; all of it is all of it. */
export function partOf(quantity: number, percent: number, step: number): number {
  if (percent === 100) return quantity;
  const places = Math.max(placesOf(quantity), placesOf(step));
  const stepUnits = toUnits(step, places);
  const steps = Math.floor((toUnits(quantity, places) * percent) / (100 * stepUnits));
  return fromUnits(steps * stepUnits, places);
}

/** Twice a quantity, exact. */
export function doubled(quantity: number): number {
  const places = placesOf(quantity);
  return fromUnits(2 * toUnits(quantity, places), places);
}

/** A decimal as somebody has typed it, or undefined when it is none above nothing. */
export function typedDecimal(typed: string): string | undefined {
  if (!/^(\d+\.?\d*|\.\d+)$/.test(typed)) return undefined;
  const value = Number(typed);
  return value > 0 ? digitsOf(value) : undefined;
}
