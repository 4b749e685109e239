// Whole steps of a decimal, such as the lots of a size and the ticks of a price, without a loss.

import { digitsOf, placesOf } from "../../../format/decimal.ts";
import { fromUnits, toUnits } from "../../../format/exact.ts";

/** How many steps a value has; rounded to the nearest one where it is not on a step. */
export function stepsOf(value: number, step: number): number {
  const places = Math.max(placesOf(step), placesOf(value));
  return Math.round(toUnits(value, places) / toUnits(step, places));
}

export function ofSteps(steps: number, step: number): number {
  const places = placesOf(step);
  return fromUnits(steps * toUnits(step, places), places);
}

/** As an order carries it. */
export function textOfSteps(steps: number, step: number): string {
  return digitsOf(ofSteps(steps, step));
}
