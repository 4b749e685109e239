// How far the history file says to have read the journal, for those who only want to know that: opening history in
// earnest repairs or makes it. What a damaged page says counts for nothing.

import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { hasSums, isGoodPage } from "../file/checked-pages.ts";

interface Known {
  readonly position: number;
  /** The page that says so. */
  readonly page: number;
}

/** Before history is opened. 0 when there is none, or none that can be believed. */
export function knownPosition(path: string): number {
  if (!existsSync(path)) return 0;
  try {
    const known = read(path);
    // A file from before there were sums is taken at its word.
    return known !== null && (!hasSums(path) || isGoodPage(path, known.page)) ? known.position : 0;
  } catch {
    return 0;
  }
}

function read(path: string): Known | null {
  const database = new Database(path, { readonly: true });
  const statement = database.prepare<Known, []>(
    "SELECT position, (SELECT rootpage FROM sqlite_schema WHERE name = 'meta') AS page FROM meta",
  );
  try {
    return statement.get();
  } finally {
    statement.finalize();
    database.close();
  }
}
