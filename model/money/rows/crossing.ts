// Splits an execution that crosses zero into its two parts: one closes the position, the other opens the rest. Each
// bears its part of the fee, by quantity, the opening part rounded up. Rules 2.3 (7), 5.9 (6).

import { absolute, divideCeil, least } from "../../numbers/exact-numbers.ts";

interface Part {
  /** Unsigned; 0 for an absent part. */
  readonly quantity: bigint;
  readonly fee: bigint;
}

/** @param held the row's quantity before it, signed */
export function partsOf(
  held: bigint,
  fill: { readonly direction: bigint; readonly quantity: bigint; readonly fee: bigint },
): { closing: Part; opening: Part } {
  const closes = held !== 0n && held > 0n !== fill.direction > 0n;
  const closed = closes ? least(fill.quantity, absolute(held)) : 0n;
  const opened = fill.quantity - closed;
  const fee = divideCeil(fill.fee * opened, fill.quantity);
  return { closing: { quantity: closed, fee: fill.fee - fee }, opening: { quantity: opened, fee } };
}
