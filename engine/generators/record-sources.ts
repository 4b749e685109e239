// The generated sources of all records, by path.

import { join } from "node:path";
import { RECORDS } from "../memory/records.ts";
import { tableSource } from "./table-source.ts";

export const MEMORY = join(import.meta.dir, "../memory");

export function recordSources(): ReadonlyMap<string, string> {
  return new Map(RECORDS.map((record) => [join(MEMORY, `${record.file}.generated.ts`), tableSource(record)]));
}
