// Rows in the order that the trader has chosen.

export interface Sorting {
  readonly column: string;
  readonly isDown: boolean;
}

export type SortValue = number | string;

/** Equal rows keep their order; without a value last, whichever way. */
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

/** What pressing a column's name leads to: up, down, and back to how it was. */
export function nextSorting(now: Sorting | null, column: string): Sorting | null {
  if (now?.column !== column) return { column, isDown: true };
  return now.isDown ? { column, isDown: false } : null;
}
