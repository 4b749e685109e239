// What closing a part of an isolated row moves. Rules 5.9 (4). The closed part takes its share of margin and cost. A
// loss above its share of the margin is borne by the remaining margin: nothing is paid out, and nothing is called in.

import { mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import type { Lots, Micros } from "../../base/units.ts";

/** An isolated row: lots, signed, and micros. */
export interface IsolatedHolding {
  readonly held: Lots;
  readonly cost: Micros;
  readonly margin: Micros;
}

export interface PartialClose {
  /** R: the result of the closed part, settled through CLEARING. */
  readonly settled: Micros;
  /** What is paid to the owner's balance, not less than 0. */
  readonly paid: Micros;
  /** The row after it. */
  readonly cost: Micros;
  readonly margin: Micros;
}

/** @param value of `lots` at the price of the close, micros, with their sign */
export function closePartOf(row: IsolatedHolding, lots: Lots, value: number, fee: Micros): PartialClose {
  const size = Math.abs(row.held);
  const released = mulDivFloor(row.margin, Math.abs(lots), size);
  const share = mulDivCeil(row.cost, Math.abs(lots), size);
  const settled = -value - share - fee;
  const paid = released + settled;
  const margin = row.margin + (paid >= 0 ? -released : settled);
  return { settled, paid: Math.max(0, paid), cost: row.cost - share, margin };
}
