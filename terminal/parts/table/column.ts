// A column of a table, as data: its cells, how rows are sorted by it, where it stands on a card.

import type { ReactNode } from "react";
import type { SortValue } from "./sorting.ts";

export interface Column<Row> {
  readonly id: string;
  readonly name: string;
  /** Figures stand at the right. */
  readonly isFigure?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Sorted by it when its name is pressed. */
  readonly sortBy?: ((row: Row) => SortValue | null) | undefined;
  /** A card leaves out what has no value; a table shows that there is none. */
  readonly hasValue?: ((row: Row) => boolean) | undefined;
  /** Where it stands on a card: in the head, over its whole width, or at the foot; default among the figures. */
  readonly onCard?: "head" | "line" | "foot" | undefined;
  /** Rows that belong to another one begin further right in it. */
  readonly isIndented?: boolean | undefined;
}
