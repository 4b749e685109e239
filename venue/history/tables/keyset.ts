// A list from a place on, newest first: what pages by cursor come down to. A place is a time and a number that rises with
// time, so that rows that are added meanwhile lie before every page that is still to come, and none is told twice.

import type { Where } from "./page-of.ts";
import type { Tables } from "./tables.ts";

/** Where a page ended: the row that was told last. */
export interface Place {
  readonly at: number;
  readonly id: number;
}

interface KeysetSelect {
  readonly columns: string;
  /** A table, with the index that the list goes by. */
  readonly from: string;
  readonly time: string;
  /** A column that rises with time, to order what happened in one millisecond. */
  readonly key: string;
}

/** Rows that lie after `place` in the list, or all; at most `limit`. */
export function rowsAfter<Row>(
  tables: Tables,
  { columns, from, time, key }: KeysetSelect,
  where: Where,
  { place, limit }: { readonly place?: Place | undefined; readonly limit: number },
): Row[] {
  const values = [...where.values];
  const isAfter = place === undefined ? "" : `AND ${time} <= ? AND (${time} < ? OR ${key} < ?)`;
  if (place !== undefined) values.push(place.at, place.at, place.id);
  return tables.all<Row>(
    `SELECT ${columns} FROM ${from} WHERE ${where.text} ${isAfter} ORDER BY ${time} DESC, ${key} DESC LIMIT ?`,
    ...values,
    limit,
  );
}

/** The newest of several lists, each of which is in that order. */
export function newest<Row>(lists: readonly (readonly Row[])[], placeOf: (row: Row) => Place, limit: number): Row[] {
  const [only = []] = lists;
  if (lists.length < 2) return only.slice(0, limit);
  const newestFirst = (a: Row, b: Row) => placeOf(b).at - placeOf(a).at || placeOf(b).id - placeOf(a).id;
  return lists.flat().sort(newestFirst).slice(0, limit);
}
