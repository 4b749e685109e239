// Percents as they are typed, as the fractions that the interface takes.

import { fractionOf, isMore, rest } from "../../../format/exact.ts";
import { decimalOf } from "../../../format/typed.ts";

/** `12.5` is `0.125`. Undefined for what is no number, or more than 100. */
export function shareOf(percent: string): string | undefined {
  const plain = decimalOf(percent);
  return plain === undefined || isMore(plain, "100") ? undefined : fractionOf(plain);
}

/** What is left to the whole, of a fraction that `shareOf` gave. */
export function restOf(fraction: string): string {
  return rest("1", fraction) ?? "0";
}
