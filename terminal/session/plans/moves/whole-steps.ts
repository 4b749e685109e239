// Lossless conversion between decimals and whole steps, such as the lots of a size and the ticks of a price.

import { fromUnits, toUnits } from "../../../format/exact.ts";
import { digitsOf, placesOf } from "../../../format/figure-text.ts";

/** The number of steps in a value, rounded to the nearest if the value is not on a step. */
export function stepsOf(value: number, step: number): number {
  const places = Math.max(placesOf(step), placesOf(value));
  return Math.round(toUnits(value, places) / toUnits(step, places));
}

export function ofSteps(steps: number, step: number): number {
  const places = placesOf(step);
  return fromUnits(steps * toUnits(step, places), places);
}

/** The text of the value, as sent in an order. */
export function textOfSteps(steps: number, step: number): string {
  return digitsOf(ofSteps(steps, step));
}
