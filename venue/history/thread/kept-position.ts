// The position of the kept copy of history, for programs that do not run a venue on it.

import { Database } from "bun:sqlite";
import { pathToFileURL } from "node:url";
import { KeptCopy } from "../file/kept-copy.ts";
import { LOOK_ONLY } from "../tables/later-version.ts";

/** Finishes an interrupted update first. 0 when there is no copy, or none that can be read. */
export function keptPosition(path: string): number {
  const copy = new KeptCopy(path);
  try {
    copy.finish();
    using database = new Database(`${pathToFileURL(path).href}?immutable=1`, LOOK_ONLY);
    return database.query<{ position: number }, []>("SELECT position FROM meta").get()?.position ?? 0;
  } catch {
    return 0;
  }
}
