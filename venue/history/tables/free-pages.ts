// Room in the file that rows have left. New rows fill it first; only when much more is free than they need, as after an
// operator has lowered the days, is it given back to the file system: from the end of the file, a few pages at a time.
//
// A file can do that if it was made to: it writes down then what points to each page, which costs a tenth more for every row. So
// it is asked of files whose rows leave, and of no others.

import type { Tables } from "./tables.ts";

/** As long as no more than this part of the file is free, new rows fill it. */
const FREE_PART = 1 / 4;
/** Less than a millisecond's worth. */
const STEP_PAGES = 64;
const CAN_SHRINK = 2;

type Asked = Pick<Tables, "ask">;

/** For a file that has no tables yet. */
export const LET_SHRINK = "PRAGMA auto_vacuum = INCREMENTAL";

/** Writes the whole file anew, without free pages and able to give room back. Not within a transaction. */
export function compact(tables: Tables): void {
  tables.execute(`${LET_SHRINK}; VACUUM`);
}

export function canShrink(tables: Asked): boolean {
  return figure(tables, "auto_vacuum") === CAN_SHRINK;
}

export function freePages(tables: Asked): number {
  return figure(tables, "freelist_count");
}

/** @returns whether there is more to give back */
export function giveBackSome(tables: Tables): boolean {
  if (!canShrink(tables)) return false;
  const tooMany = freePages(tables) - figure(tables, "page_count") * FREE_PART;
  if (tooMany <= 0) return false;
  tables.execute(`PRAGMA incremental_vacuum(${STEP_PAGES})`);
  return true;
}

function figure(tables: Asked, name: "auto_vacuum" | "freelist_count" | "page_count"): number {
  return tables.ask<Record<string, number>>(`PRAGMA ${name}`)[0]![name]!;
}
