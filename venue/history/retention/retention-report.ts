// For an operator: how far back each table with limited retention goes, and how much space all of history takes.

import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { PAGE_BYTES } from "../file/page-sums.ts";
import { logBytes } from "../file/write-ahead-log.ts";
import { type Leaving, type Table, type WalkedBy, walkedBy } from "../schema/column.ts";
import { SCHEMA } from "../schema/schema.ts";
import { freePages } from "../tables/free-pages.ts";
import { LOOK_ONLY } from "../tables/later-version.ts";
import type { Tables } from "../tables/tables.ts";

export interface RetentionReport {
  /** Size of the file and its log. */
  readonly bytes: number;
  /** The part of them that is free, and that new rows fill first. */
  readonly freeBytes: number;
  /** When the oldest row of each table that has rows began, in venue milliseconds. For an open order: when it was placed. */
  readonly oldest: Readonly<Record<string, number>>;
}

const OLDEST = Object.entries<Table>(SCHEMA).flatMap(([name, { key, leaves }]) =>
  leaves === undefined ? [] : [{ name, sql: oldestIn(name, walkedBy(key, leaves), leaves) }],
);

/** Reads the first row of the table, or the oldest of the first rows of its parts. */
function oldestIn(name: string, { part, by }: WalkedBy, { begun }: Leaving): string {
  if (part === undefined) return `SELECT ${begun} AS at FROM ${name} ORDER BY ${by} LIMIT 1`;
  const first = `SELECT ${begun} FROM ${name} WHERE ${part} = parts.part ORDER BY ${by} LIMIT 1`;
  return `
    WITH RECURSIVE parts (part) AS (
      SELECT min(${part}) FROM ${name} UNION ALL
      SELECT (SELECT min(${part}) FROM ${name} WHERE ${part} > parts.part) FROM parts WHERE part IS NOT NULL
    )
    SELECT min((${first})) AS at FROM parts`;
}

/** The same of tables in PostgreSQL. @param ask runs a query there; @param bytes their size */
export function whatIsKeptIn(ask: Asked["ask"], bytes: number): RetentionReport {
  return { bytes, freeBytes: 0, oldest: oldestOf({ ask }) };
}

type Asked = Pick<Tables, "ask">;

/** The same of open tables. */
export function whatIsKept(tables: Tables): RetentionReport {
  return keptOf(tables, (tables.pages?.bytes ?? 0) + (tables.pages?.logBytes ?? 0));
}

/**
 * The same of a file that another process may have open. Rows that are only in its log are not seen. Leaves no trace.
 * @returns undefined if there is no file, or it can't be read just now
 */
export function readRetention(path: string): RetentionReport | undefined {
  try {
    using database = new Database(`${pathToFileURL(path).href}?immutable=1`, LOOK_ONLY);
    const ask = <Row>(sql: string): Row[] => {
      using prepared = database.prepare<Row, []>(sql);
      return prepared.all();
    };
    return keptOf({ ask }, statSync(path).size + logBytes(`${path}-wal`));
  } catch {
    return undefined;
  }
}

function keptOf(tables: Asked, bytes: number): RetentionReport {
  return { bytes, freeBytes: freePages(tables) * PAGE_BYTES, oldest: oldestOf(tables) };
}

function oldestOf(tables: Asked): RetentionReport["oldest"] {
  const oldest = OLDEST.flatMap(({ name, sql }) => {
    const at = tables.ask<{ at: number | null }>(sql)[0]?.at ?? null;
    return at === null ? [] : [[name, at] as const];
  });
  return Object.fromEntries(oldest);
}
