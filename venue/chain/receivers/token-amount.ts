// From a token's smallest units to money. A token counts as one USDC each, where it is credited at all; it may have more decimals than money has, and what
// lies below a millionth is the venue's to keep, since no balance can hold it. Rules 9.2.

import { type Micros, micros } from "@evermark/engine";
import { inMicros } from "../reserves/treasury.ts";

/** A transfer of less is not credited, however many of them there are. Interface 4.9. */
export const MINIMUM_DEPOSIT = micros(5_000_000);

/** No token in use has more. */
export const DECIMALS_MAX = 36;

/** @returns undefined for more than any balance can hold; rounded down */
export function moneyOf(value: bigint, decimals: number): Micros | undefined {
  const money = inMicros(value, decimals);
  return money <= BigInt(Number.MAX_SAFE_INTEGER) ? micros(Number(money)) : undefined;
}
