// How far the history file says to have read the journal, for those who only want to know that: whoever opens history in earnest
// mends or makes it.

import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";

/** 0 when there is no history, or none that can be read. */
export function knownPosition(path: string): number {
  if (!existsSync(path)) return 0;
  try {
    const database = new Database(path, { readonly: true });
    const statement = database.prepare<{ position: number }, []>("SELECT position FROM meta");
    try {
      return statement.get()?.position ?? 0;
    } finally {
      statement.finalize();
      database.close();
    }
  } catch {
    return 0;
  }
}
