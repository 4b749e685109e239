// Figures of a position that traders look for and the venue does not give: its value, its margin, and its return on the
// margin it was opened with. Value and margin are exact products of the venue's own figures.

import { product } from "../../../format/exact.ts";
import { rounded } from "../../../format/figure-text.ts";
import type { Position } from "../../../session/asking/answers.ts";

/** The value at the mark price, in USDC. */
export function worthOf({ position_qty, mark_price }: Pick<Position, "position_qty" | "mark_price">): number {
  return product(Math.abs(position_qty), mark_price);
}

/** The initial margin at the mark price with the position's leverage, in USDC. */
export function marginOf(position: Pick<Position, "position_qty" | "mark_price" | "imr">): number {
  return product(worthOf(position), position.imr);
}

type Opened = Pick<Position, "position_qty" | "average_open_price" | "imr" | "unrealized_pnl">;

/** Unrealized profit as a fraction of the margin at opening, to four places. */
export function returnOf({ position_qty, average_open_price, imr, unrealized_pnl }: Opened): number {
  const margin = Math.abs(position_qty) * average_open_price * imr;
  return margin === 0 ? 0 : rounded(unrealized_pnl / margin, 4);
}
