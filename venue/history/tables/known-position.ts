// The journal position in the history file, for callers that want only that: opening the tables properly repairs or
// rebuilds the file. A damaged page is not believed.

import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { hasSums, isGoodPage } from "../file/checked-pages.ts";

interface Known {
  readonly position: number;
  /** The page that holds the position. */
  readonly page: number;
}

/** The position, read before history is opened; 0 when there is no file, or none that can be believed. */
export function knownPosition(path: string): number {
  if (!existsSync(path)) return 0;
  try {
    const known = read(path);
    // A file from before there were checksums is believed.
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
