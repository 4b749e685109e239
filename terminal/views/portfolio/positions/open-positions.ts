// The open positions: a market may also have a row of zeros for settings and pending orders.

import type { Margin, Position } from "../../../session/asking/answers.ts";

/** @returns undefined before the first answer */
export function openPositions(margin: Margin | undefined): readonly Position[] | undefined {
  return margin?.rows.filter(({ position_qty }) => position_qty !== 0);
}
