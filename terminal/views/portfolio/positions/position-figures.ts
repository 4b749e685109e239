// What traders look for in a position and the venue does not say: what it is worth, what margin it was opened with, and
// what it has earned on that. Products of the venue's own figures, every digit of them.

import { rounded } from "../../../format/decimal.ts";
import { product } from "../../../format/exact.ts";
import type { Position } from "../../../session/asking/answers.ts";

/** At the mark price, in USDC. */
export function worthOf({ position_qty, mark_price }: Pick<Position, "position_qty" | "mark_price">): number {
  return product(Math.abs(position_qty), mark_price);
}

/** What it needs at the mark price to be opened or kept with its leverage, in USDC. */
export function marginOf(position: Pick<Position, "position_qty" | "mark_price" | "imr">): number {
  return product(worthOf(position), position.imr);
}

type Opened = Pick<Position, "position_qty" | "average_open_price" | "imr" | "unrealized_pnl">;

/** Unrealized profit as a fraction of the margin that it was opened with, to four places. */
export function returnOf({ position_qty, average_open_price, imr, unrealized_pnl }: Opened): number {
  const margin = Math.abs(position_qty) * average_open_price * imr;
  return margin === 0 ? 0 : rounded(unrealized_pnl / margin, 4);
}
