// Converts typed percentages to the fractions that the interface takes.

import { fractionOf, isMore, rest } from "../../../format/exact.ts";
import { decimalOf } from "../../../format/typed.ts";

/** `12.5` becomes `0.125`. Undefined for text that is no number, and for more than 100. */
export function shareOf(percent: string): string | undefined {
  const plain = decimalOf(percent);
  return plain === undefined || isMore(plain, "100") ? undefined : fractionOf(plain);
}

/** One minus a fraction from `shareOf`. */
export function restOf(fraction: string): string {
  return rest("1", fraction) ?? "0";
}
