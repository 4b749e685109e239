// A selection of rows of the book: what an order at the worst of their prices would trade with.

import { fromUnits, toUnits } from "../../format/exact.ts";
import type { BookSideName, Grid, Group } from "./grouping.ts";

export interface RowSelection {
  readonly side: BookSideName;
  /** Indices of the first and last row; the best is 0. */
  readonly first: number;
  readonly last: number;
  readonly best: number;
  /** The worst price of the rows. */
  readonly price: number;
  /** Total quantity of the rows, in base currency. */
  readonly quantity: number;
}

/** @returns undefined when the rows are empty */
export function selectionOf(
  groups: readonly Group[],
  side: BookSideName,
  rows: readonly [number, number],
  { quantityPlaces }: Grid,
): RowSelection | undefined {
  const [first, last] = [Math.min(...rows), Math.max(...rows)];
  const within = groups.slice(first, last + 1);
  const [best, worst] = [within[0], within.at(-1)];
  if (best === undefined || worst === undefined) return undefined;
  const units = within.reduce((sum, { quantity }) => sum + toUnits(quantity, quantityPlaces), 0);
  return { side, first, last, best: best.price, price: worst.price, quantity: fromUnits(units, quantityPlaces) };
}

/** The bids' share of the visible sizes, from 0 to 1; undefined when there are none. */
export function wantedShare(asks: readonly Group[], bids: readonly Group[]): number | undefined {
  const [offered, wanted] = [asks.at(-1)?.total ?? 0, bids.at(-1)?.total ?? 0];
  return offered + wanted === 0 ? undefined : wanted / (offered + wanted);
}
