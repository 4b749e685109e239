// Free space in the file that deleted rows leave. New rows fill it first. Only when much more is free than they need, as after
// an operator has lowered the retention, is it returned to the file system: from the end of the file, a few pages at a time.
//
// A file can shrink only if it was created for it: it then records what points to each page, which makes every row a tenth more
// expensive. So only files whose rows leave are created that way.

import type { Tables } from "./tables.ts";

/** While no more than this part of the file is free, it is left for new rows. */
const FREE_PART = 1 / 4;
/** Pages returned in one step: less than a millisecond's worth. */
const STEP_PAGES = 64;
const CAN_SHRINK = 2;

type Asked = Pick<Tables, "ask">;

/** To be run before the file has any tables. */
export const LET_SHRINK = "PRAGMA auto_vacuum = INCREMENTAL";

/** Rewrites the whole file, without free pages and able to shrink from then on. Not within a transaction. */
export function compact(tables: Tables): void {
  tables.execute(`${LET_SHRINK}; VACUUM`);
}

export function canShrink(tables: Asked): boolean {
  return figure(tables, "auto_vacuum") === CAN_SHRINK;
}

export function freePages(tables: Asked): number {
  return figure(tables, "freelist_count");
}

/** Returns some free pages to the file system. @returns whether there may be more to return */
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
