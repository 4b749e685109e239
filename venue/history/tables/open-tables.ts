// Opens the history file: looks at every page of it first, makes it where there is none, and brings an older one up.
//
// A commit does not wait for the disk (`synchronous = NORMAL`): after a power cut the newest batches may be missing, the
// rest is consistent, and because the journal position is written in the same transaction as the rows, the missing batches
// are projected again.

import { existsSync } from "node:fs";
import { assert, WrittenByNewer } from "@evermark/engine";
import { CheckedPages, hasSums, type OnChecked } from "../file/checked-pages.ts";
import { messageOf, troubleOf } from "../file/file-trouble.ts";
import { PagesDamaged } from "../file/page-sums.ts";
import { deleteTables, putInPlace, setHistoryAside } from "../file/parts.ts";
import { SCHEMA_VERSION } from "../schema/schema.ts";
import { createAll } from "./create-tables.ts";
import { LET_SHRINK } from "./free-pages.ts";
import { migrationFrom } from "./migrations.ts";
import type { Progress } from "./progress.ts";
import { statement } from "./statement.ts";
import { Tables } from "./tables.ts";

/** A file that cannot be continued, and why: it is set aside and made anew. */
interface Unusable {
  readonly unusable: string;
}

export type Opened = { readonly tables: Tables; readonly progress: Progress } | Unusable;

/** From which version on files have sums of their pages. */
const FIRST_CHECKED_VERSION = 6;

export interface OpenOptions {
  readonly onChecked?: OnChecked;
  /** Whether a new file is one that can give room back. */
  readonly shrinks?: boolean;
}

/**
 * Opens the history file, with empty tables if it is new, and looks at every page of it first.
 * @throws {WrittenByNewer} when a later version made it, which is left as it is; what the disk says, when it does not let
 * it for now
 */
export function openTables(path: string, { onChecked = () => {}, shrinks = false }: OpenOptions = {}): Opened {
  try {
    if (path === ":memory:") return withProgress(fill(new Tables(path)));
    if (!existsSync(path)) create(path, shrinks);
    return withProgress(openChecked(path, onChecked));
  } catch (cause) {
    // Setting a good file aside makes no room.
    if (cause instanceof WrittenByNewer || troubleOf(cause) === "passing") throw cause;
    if (cause instanceof OtherVersion) return { unusable: cause.message };
    // A damaged file or one that is no database: nothing in it is worth more than the journal's word.
    return { unusable: `it cannot be read: ${messageOf(cause)}` };
  }
}

/** Tables that this program can't go on from. */
class OtherVersion extends Error {
  constructor(version: number | undefined) {
    super(`its tables are of version ${version ?? "none"}, this program has ${SCHEMA_VERSION}`);
  }
}

function withProgress(tables: Tables): Opened {
  return { tables, progress: readProgress(tables) };
}

/** A new file is made under another name: what has the name of the history file is whole. */
function create(path: string, shrinks: boolean): void {
  // What a database that is gone has left would be taken for this one's.
  setHistoryAside(path);
  const unfinished = `${path}-new`;
  deleteTables(unfinished);
  const tables = new Tables(unfinished);
  if (shrinks) tables.execute(LET_SHRINK);
  prepare(tables);
  // A power loss may take back all of it: there is nothing in it yet.
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

/** A file from before there were sums: SQLite's own look at it is the best that there is. */
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

/** Writes something that changes nothing. @throws what the disk says, when it has no room */
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
