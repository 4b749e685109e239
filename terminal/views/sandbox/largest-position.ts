// The largest position of an account.

import type { Position } from "../../session/asking/answers.ts";

/** By value at the mark price; among equals the first. */
export function largestPosition(positions: readonly Position[]): Position | undefined {
  const value = ({ position_qty, mark_price }: Position) => Math.abs(position_qty) * mark_price;
  const held = positions.filter(({ position_qty }) => position_qty !== 0);
  return held.toSorted((a, b) => value(b) - value(a))[0];
}
