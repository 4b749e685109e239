// Opens the history file: checks every page first, creates the file if there is none, and migrates an older one.
//
// A commit does not wait for the disk (`synchronous = NORMAL`): after a power loss the newest batches may be missing, but
// the rest is consistent. The journal position is written in the same transaction as the rows, so the missing batches are
// projected again.

import { existsSync } from "node:fs";
import { assert, WrittenByNewer } from "@evermark/engine";
import { CheckedPages, hasSums, type OnChecked } from "../file/checked-pages.ts";
import { messageOf, troubleOf } from "../file/file-trouble.ts";
import { PagesDamaged } from "../file/page-sums.ts";
import { deleteTables, putInPlace, setHistoryAside } from "../file/table-files.ts";
import { SCHEMA_VERSION } from "../schema/schema.ts";
import { createAll } from "./create-tables.ts";
import { LET_SHRINK } from "./free-pages.ts";
import { migrationFrom } from "./migrations.ts";
import type { Progress } from "./projected-progress.ts";
import { statement } from "./statement.ts";
import { Tables } from "./tables.ts";

/** The reason why a file cannot be continued: it is set aside and rebuilt. */
interface Unusable {
  readonly unusable: string;
}

export type Opened = { readonly tables: Tables; readonly progress: Progress } | Unusable;

/** Files of this version and later have checksums. */
const FIRST_CHECKED_VERSION = 6;

export interface OpenOptions {
  readonly onChecked?: OnChecked;
  /** Whether a new file is created so that it can shrink. */
  readonly shrinks?: boolean;
}

/**
 * Opens the history file, with empty tables if it is new, after checking every page of it.
 * @throws {WrittenByNewer} when a later version made the file, which is then left as it is; errors of the disk that may
 * pass
 */
export function openTables(path: string, { onChecked = () => {}, shrinks = false }: OpenOptions = {}): Opened {
  try {
    if (path === ":memory:") return withProgress(fill(new Tables(path)));
    if (!existsSync(path)) create(path, shrinks);
    return withProgress(openChecked(path, onChecked));
  } catch (cause) {
    // Setting a good file aside would not free any space.
    if (cause instanceof WrittenByNewer || troubleOf(cause) === "passing") throw cause;
    if (cause instanceof OtherVersion) return { unusable: cause.message };
    // The file is damaged or not a database: everything in it can be rebuilt from the journal.
    return { unusable: `it cannot be read: ${messageOf(cause)}` };
  }
}

/** The tables are of a version that this program can't continue. */
class OtherVersion extends Error {
  constructor(version: number | undefined) {
    super(`its tables are of version ${version ?? "none"}, this program has ${SCHEMA_VERSION}`);
  }
}

function withProgress(tables: Tables): Opened {
  return { tables, progress: readProgress(tables) };
}

/** A new file is built under another name, so that a file with the history's name is always complete. */
function create(path: string, shrinks: boolean): void {
  // Parts that a deleted database has left behind would be taken for this one's.
  setHistoryAside(path);
  const unfinished = `${path}-new`;
  deleteTables(unfinished);
  const tables = new Tables(unfinished);
  if (shrinks) tables.execute(LET_SHRINK);
  prepare(tables);
  // A power loss may undo all of it: there is nothing in it yet.
  tables.execute("PRAGMA synchronous = OFF");
  fill(tables).close();
  CheckedPages.adopt(unfinished).close();
  putInPlace(unfinished, path);
}

function openChecked(path: string, onChecked: OnChecked): Tables {
  const pages = hasSums(path) ? CheckedPages.check(path, onChecked) : adoptUnchecked(path);
  const tables = new Tables(path, pages);
  try {
    prepare(tables);
    migrate(path, tables);
    return tables;
  } catch (error) {
    tables.close();
    throw error;
  }
}

/** A file from before there were checksums: SQLite's own integrity check is the best that there is. */
function adoptUnchecked(path: string): CheckedPages {
  const tables = new Tables(path);
  try {
    const version = readMeta(tables)?.version;
    if (version === undefined || version >= FIRST_CHECKED_VERSION) throw new PagesDamaged("its checksums are missing");
    const found = tables.ask<{ integrity_check: string }>("PRAGMA integrity_check")[0];
    if (found?.integrity_check !== "ok") throw new PagesDamaged(found?.integrity_check);
  } finally {
    tables.close();
  }
  return CheckedPages.adopt(path);
}

/** @throws {OtherVersion | WrittenByNewer} */
function migrate(path: string, tables: Tables): void {
  for (let version = readMeta(tables)?.version; version !== SCHEMA_VERSION; version = readMeta(tables)?.version) {
    if (version !== undefined && version > SCHEMA_VERSION) {
      throw new WrittenByNewer(`history ${path}`, `tables of version ${version}`, SCHEMA_VERSION);
    }
    const step = version === undefined ? undefined : migrationFrom(version);
    if (step === undefined) throw new OtherVersion(version);
    tables.execute(`BEGIN; ${step} UPDATE meta SET schema_version = schema_version + 1; COMMIT`);
  }
}

/** How far open tables have been projected. */
export function readProgress(tables: Tables): Progress {
  const row = readMeta(tables);
  assert(row !== undefined, "open tables say how far they go");
  return { position: row.position, checksum: row.checksum };
}

/** Writes without changing anything. @throws errors of the disk, when it is full */
export function tryToWrite(tables: Tables): void {
  tables.execute("UPDATE meta SET position = position");
}

const META = statement((builder) =>
  builder.selectFrom("meta").select(["schema_version as version", "position", "checksum"]),
);

function readMeta(tables: Tables): (Progress & { version: number }) | undefined {
  return tables.first(META, {});
}

function prepare(tables: Tables): Tables {
  tables.execute(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `);
  return tables;
}

function fill(tables: Tables): Tables {
  tables.execute(`BEGIN; ${createAll()} INSERT INTO meta VALUES (0, ${SCHEMA_VERSION}, 0, ''); COMMIT`);
  return tables;
}
