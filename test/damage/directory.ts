// What lies in a data directory: every file with what is in it, so that two moments can be compared.

import { Database } from "bun:sqlite";
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";

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

const TABLES = /\.sqlite$/;

/** Files whose content is nowhere any more, under whatever name. */
export function goneFrom(before: Listing, after: Listing): string[] {
  const kept = new Set(after.values());
  return [...before]
    .filter(([name, content]) => !COMING_AND_GOING.test(name) && !kept.has(content))
    .map(([name]) => name);
}

function digest(path: string): string {
  const bytes = TABLES.test(path) ? bytesOfTables(path) : readFileSync(path);
  // Zeros at the end are room that was written ahead, and no content.
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return new Bun.CryptoHasher("sha256").update(bytes.subarray(0, end)).digest("hex");
}

/**
 * A start looks into history before it knows whether the journal is good, and when it ends SQLite takes the tables' log
 * over into them, or a part of it where it is ended meanwhile. So what they hold is what they are with all of their log.
 */
function bytesOfTables(path: string): Buffer {
  using temporary = temporaryDirectory();
  const copy = join(temporary.path, "tables");
  const log = `${path}-wal`;
  cpSync(path, copy);
  if (existsSync(log)) cpSync(log, `${copy}-wal`);
  try {
    using tables = new Database(copy);
    tables.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Damaged as they are, nothing is taken over.
    return readFileSync(path);
  }
  return readFileSync(copy);
}
