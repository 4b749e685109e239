// A column of a table, as data: its cells, how rows are sorted by it, and its place on a card.

import type { ReactNode } from "react";
import type { SortValue } from "./sorting.ts";

export interface Column<Row> {
  readonly id: string;
  readonly name: string;
  /** Figures are aligned to the right. */
  readonly isFigure?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** The value to sort by when the column's name is pressed; absent for a column that can't be sorted. */
  readonly sortBy?: ((row: Row) => SortValue | null) | undefined;
  /** A card leaves out a column without a value; a table shows an empty cell. */
  readonly hasValue?: ((row: Row) => boolean) | undefined;
  /** Its place on a card: in the head, across the whole width, or at the foot; default among the figures. */
  readonly onCard?: "head" | "line" | "foot" | undefined;
  /** Whether this column indents rows that belong to another row. */
  readonly isIndented?: boolean | undefined;
}
