// What lies in a data directory: every file with what is in it, so that two moments can be compared.

import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** By path inside the directory. */
export type Listing = ReadonlyMap<string, string>;

export function filesOf(directory: string): string[] {
  const found = readdirSync(directory, { recursive: true }) as string[];
  return found.filter((name) => lstatSync(join(directory, name)).isFile()).sort();
}

export function listing(directory: string): Listing {
  return new Map(filesOf(directory).map((name) => [name, digest(join(directory, name))]));
}

/** Files with numbers in their names are one kind of file. */
export function kindOfFile(name: string): string {
  return name.replaceAll(/\d+/g, "N");
}

/** What SQLite and the lock make and remove as they please; the mark and what is known to be whole are written anew. */
const COMING_AND_GOING = /^lock\.|^history\.sqlite-(wal|shm)$|durable\.mark$|checked\.json$/;

const TABLES = "history.sqlite";
const LOG_OF_TABLES = `${TABLES}-wal`;

/**
 * Files whose content is nowhere any more, under whatever name. The tables are still there when SQLite has taken their log
 * over into them: a start looks into history before it knows whether the journal is good, and that is how it is closed.
 */
export function goneFrom(before: Listing, after: Listing): string[] {
  const kept = new Set(after.values());
  const tookOver = before.has(LOG_OF_TABLES) && after.has(TABLES) && !after.has(LOG_OF_TABLES);
  return [...before]
    .filter(([name, content]) => !COMING_AND_GOING.test(name) && !kept.has(content))
    .map(([name]) => name)
    .filter((name) => !(name === TABLES && tookOver));
}

/** Zeros at the end are room that was written ahead, and no content. */
function digest(path: string): string {
  const bytes = readFileSync(path);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return new Bun.CryptoHasher("sha256").update(bytes.subarray(0, end)).digest("hex");
}
