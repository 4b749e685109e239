// The entry value E of a position row: Σ price × quantity of the open position, on the scale 10⁻¹⁶ (rules 4.1, 4.2). It
// is kept as whole micros and a fine part in 10⁻¹⁰ of a micro, because a close takes a share that need not be whole.
// While a row only grows or closes entirely, the fine part stays 0 and everything is plain integers.

import { broken } from "../../base/fault.ts";
import { DIVISOR_MAX, divRoundHalfAway, QUOTIENT_MAX, quotientOf, remainderOf } from "../../base/numbers/arithmetic.ts";
import type { FineMicros, Lots, Micros, QuantityE8 } from "../../base/units.ts";

const FINE = 10_000_000_000;
const FINE_BIG = 10_000_000_000n;

/** An entry value split into its two parts. */
export interface EntryValue {
  readonly micros: Micros;
  readonly fine: FineMicros;
}

/** s = rhu(E · closed ÷ quantity), the part of the entry value that a close takes with it. */
export function closeShare(micros: Micros, fine: FineMicros, closed: number, quantity: Lots): EntryValue {
  if (!(closed > 0 && closed <= quantity)) broken("a close is of what is held", { closed, quantity });
  if (closed === quantity) return { micros, fine };
  if (quantity < DIVISOR_MAX && micros < QUOTIENT_MAX) return shareOf(micros, fine, closed, quantity);
  const entry = BigInt(micros) * FINE_BIG + BigInt(fine);
  const part = divRoundHalfAway(entry * BigInt(closed), BigInt(quantity));
  return { micros: Number(part / FINE_BIG), fine: Number(part % FINE_BIG) };
}

/** The same without big integers: the remainder of the micros is divided in fine units. */
function shareOf(micros: Micros, fine: FineMicros, closed: number, quantity: Lots): EntryValue {
  const whole = quotientOf(micros, closed, quantity);
  const overMicros = remainderOf(micros, closed, quantity, whole);
  const ofMicros = quotientOf(overMicros, FINE, quantity);
  const ofFine = quotientOf(fine, closed, quantity);
  // Less than twice the quantity; left ÷ quantity is rounded to nearest, halves up.
  const left = remainderOf(overMicros, FINE, quantity, ofMicros) + remainderOf(fine, closed, quantity, ofFine);
  const up = left * 2 >= quantity * 3 ? 2 : left * 2 >= quantity ? 1 : 0;
  const parts = ofMicros + ofFine + up;
  const carried = Math.floor(parts / FINE);
  return { micros: whole + carried, fine: parts - carried * FINE };
}

/** `rhu(proceeds − part)` to whole micros, for realized PnL. Rules 4.2. */
export function gainOver(part: EntryValue, proceeds: number): number {
  // Exactly half a micro rounds away from zero, so the side of zero decides.
  const whole = proceeds - part.micros;
  if (part.fine * 2 < FINE) return whole;
  if (part.fine * 2 > FINE) return whole - 1;
  return whole > 0 ? whole : whole - 1;
}

/** rhu(E ÷ |q|) at 10⁻⁸, from the entry value and the row's size in lots. Rules 4.2. */
export function averagePriceE8(micros: Micros, fine: FineMicros, sizeLots: number, lotE8: QuantityE8): number {
  if (sizeLots === 0) return 0;
  const entry = BigInt(micros) * FINE_BIG + BigInt(fine);
  return Number(divRoundHalfAway(entry, BigInt(sizeLots) * BigInt(lotE8)));
}
