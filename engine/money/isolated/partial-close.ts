// What closing a part of an isolated row moves. Rules 5.9 (4). The closed part takes its share of margin and cost. A loss
// above its share of the margin is borne by the margin that stays: nothing is paid out, nothing is called in.

import { mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import type { Lots, Micros } from "../../base/units.ts";

/** An isolated row: lots, signed, and micros. */
export interface IsolatedHolding {
  readonly held: Lots;
  readonly cost: Micros;
  readonly margin: Micros;
}

export interface PartialClose {
  /** R: what the closed part comes to, settled through CLEARING. */
  readonly settled: Micros;
  /** What goes to the owner's balance, not less than 0. */
  readonly paid: Micros;
  /** The row after it. */
  readonly cost: Micros;
  readonly margin: Micros;
}

/** @param value of `lots` at the price of the close, micros, signed as they are */
export function closePartOf(row: IsolatedHolding, lots: Lots, value: number, fee: Micros): PartialClose {
  const size = Math.abs(row.held);
  const released = mulDivFloor(row.margin, Math.abs(lots), size);
  const share = mulDivCeil(row.cost, Math.abs(lots), size);
  const settled = -value - share - fee;
  const paid = released + settled;
  const margin = row.margin + (paid >= 0 ? -released : settled);
  return { settled, paid: Math.max(0, paid), cost: row.cost - share, margin };
}
