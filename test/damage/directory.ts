// The contents of a data directory: every file with a digest of its content, so that two moments can be compared.

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

/** Files whose names differ only in their numbers are the same kind of file. */
export function kindOfFile(name: string): string {
  return name.replaceAll(/\d+/g, "N");
}

/**
 * Files that SQLite and the lock create and delete at any time, and the durable mark and the list of verified segments,
 * which are rewritten.
 */
const COMING_AND_GOING = /^lock\.|^history\.sqlite-(wal|shm)$|durable\.mark$|checked\.json$/;

const TABLES = /\.sqlite$/;

/** Files whose content no longer exists under any name. */
export function goneFrom(before: Listing, after: Listing): string[] {
  const remaining = new Set(after.values());
  return [...before]
    .filter(([name, content]) => !COMING_AND_GOING.test(name) && !remaining.has(content))
    .map(([name]) => name);
}

function digest(path: string): string {
  const bytes = TABLES.test(path) ? bytesOfTables(path) : readFileSync(path);
  // Zeros at the end are space that was preallocated and are not content.
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return new Bun.CryptoHasher("sha256").update(bytes.subarray(0, end)).digest("hex");
}

/**
 * A start reads history before it knows whether the journal is good. When it ends, SQLite moves the write-ahead log
 * into the tables, or only a part of it if it is interrupted. So the content that counts is that of the tables with
 * their whole log applied.
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
    // If they are damaged, no log can be applied.
    return readFileSync(path);
  }
  return readFileSync(copy);
}
