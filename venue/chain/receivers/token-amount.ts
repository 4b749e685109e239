// Converts a token's smallest units to money. A token counts as one USDC where it is credited at all. It may have more
// decimals than money has; a fraction of a millionth is the venue's to keep, since no balance can hold it. Rules 9.2.

import { type Micros, micros } from "@evermark/engine";
import { inMicros } from "../reserves/treasury.ts";

/** Transfers of less are not credited, however many there are. Interface 4.9. */
export const MINIMUM_DEPOSIT = micros(5_000_000);

/** No token in use has more decimals. */
export const DECIMALS_MAX = 36;

/** @returns the amount rounded down; undefined for more than any balance can hold */
export function moneyOf(value: bigint, decimals: number): Micros | undefined {
  const money = inMicros(value, decimals);
  return money <= BigInt(Number.MAX_SAFE_INTEGER) ? micros(Number(money)) : undefined;
}
