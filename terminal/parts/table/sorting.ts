// Sorts rows in the order that the trader has chosen.

export interface Sorting {
  readonly column: string;
  readonly isDown: boolean;
}

export type SortValue = number | string;

/** Equal rows keep their order; rows without a value come last in both directions. */
export function sorted<Row>(
  rows: readonly Row[],
  sortBy: ((row: Row) => SortValue | null) | undefined,
  isDown: boolean,
): readonly Row[] {
  if (sortBy === undefined) return rows;
  const direction = isDown ? -1 : 1;
  return rows.toSorted((a, b) => {
    const left = sortBy(a);
    const right = sortBy(b);
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left < right ? -direction : left > right ? direction : 0;
  });
}

/** The sorting after a press on a column's name: descending, ascending, then the original order. */
export function nextSorting(now: Sorting | null, column: string): Sorting | null {
  if (now?.column !== column) return { column, isDown: true };
  return now.isDown ? { column, isDown: false } : null;
}
