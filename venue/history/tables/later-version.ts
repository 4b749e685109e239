// Whether a later version of this program wrote the history file. This is checked before anything is opened for writing,
// because in that case this program must change nothing in the data directory.

import { constants, Database } from "bun:sqlite";
import { pathToFileURL } from "node:url";
import { WrittenByNewer } from "@evermark/engine";
import { SCHEMA_VERSION } from "../schema/schema.ts";

/** Leaves no trace: no log, no lock. What is only in the log is seen later, when the tables are opened. */
export const LOOK_ONLY = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;

/** @throws {WrittenByNewer} */
export function refuseLaterHistory(path: string): void {
  const version = versionOf(path);
  if (version > SCHEMA_VERSION) {
    throw new WrittenByNewer(`history ${path}`, `tables of version ${version}`, SCHEMA_VERSION);
  }
}

/** 0 where there is no version: a missing or damaged file is dealt with when it is opened. */
function versionOf(path: string): number {
  try {
    using database = new Database(`${pathToFileURL(path).href}?immutable=1`, LOOK_ONLY);
    const row = database.query<{ version: number }, []>("SELECT schema_version AS version FROM meta").get();
    return row?.version ?? 0;
  } catch {
    return 0;
  }
}
