// Reads numbers from request bodies; refusals name the field, its value and what was expected. Errors 7.

import { invalid } from "../../wire/api-error.ts";
import { ORDER_DECIMALS, parseDecimal } from "../../wire/decimals.ts";

/**
 * A decimal as a whole number of 10^-`places`. A number that exceeds 2^53 is returned as the largest safe integer: the
 * market's maximum then refuses it, in its place among the checks.
 * @throws {ApiError} -1005
 */
export function readDecimal(name: string, value: unknown, places: number = ORDER_DECIMALS): number {
  const read = parseDecimal(value, places);
  switch (read.kind) {
    case "exact":
    case "too_large":
      return read.value;
    case "not_a_number":
      throw invalid(`${name} is invalid`);
    case "too_many_decimals":
      throw invalid(`${name} has more than ${places} decimals`, { [name]: String(value), decimals_max: places });
  }
}

/** @throws {ApiError} -1005, also for zero and negative numbers */
export function readPositive(name: string, value: unknown, places: number = ORDER_DECIMALS): number {
  const n = readDecimal(name, value, places);
  if (n <= 0) throw invalid(`${name} must be a positive number`, { [name]: String(value) });
  return n;
}
