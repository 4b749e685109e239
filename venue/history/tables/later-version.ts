// Whether a later version of this program made the history file: asked before anything is opened for writing, because
// nothing that lies in the data directory is this program's to change then.

import { constants, Database } from "bun:sqlite";
import { pathToFileURL } from "node:url";
import { WrittenByNewer } from "@evermark/engine";
import { SCHEMA_VERSION } from "../schema/schema.ts";

/** Leaves no trace: no log, no lock. What only the log knows yet is seen when the tables are opened. */
export const LOOK_ONLY = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;

/** @throws {WrittenByNewer} */
export function refuseLaterHistory(path: string): void {
  const version = versionOf(path);
  if (version > SCHEMA_VERSION) {
    throw new WrittenByNewer(`history ${path}`, `tables of version ${version}`, SCHEMA_VERSION);
  }
}

/** 0 where there is none: a file that is missing or damaged is dealt with when it is opened. */
function versionOf(path: string): number {
  try {
    using database = new Database(`${pathToFileURL(path).href}?immutable=1`, LOOK_ONLY);
    const row = database.query<{ version: number }, []>("SELECT schema_version AS version FROM meta").get();
    return row?.version ?? 0;
  } catch {
    return 0;
  }
}
