// Decimals as whole numbers of their last place, and back, on the digits: so sums and differences are exact.

import { digitsOf, placesOf } from "./decimal.ts";

/** 0.35 with 2 places is 35. */
export function toUnits(value: number, places: number): number {
  return Number(`${digitsOf(value)}e${places}`);
}

/** 35 with 2 places is 0.35. */
export function fromUnits(units: number, places: number): number {
  return Number(`${digitsOf(units)}e-${places}`);
}

export function difference(a: number, b: number): number {
  const places = Math.max(placesOf(a), placesOf(b));
  return fromUnits(toUnits(a, places) - toUnits(b, places), places);
}
