// What history needs from the database that holds its tables: a SQLite file (tables.ts) or PostgreSQL (../postgres). Every
// call is synchronous, because the engine that history follows emits events while it applies a command, and what is written
// may depend on what was written before.

import type { TableName } from "../schema/schema.ts";
import type { Progress } from "./projected-progress.ts";
import type { Statement, WholeStatement } from "./statement.ts";

/** The reading side, for queries. */
export interface Reads {
  all<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row[];
  /** The first row, if there is one. */
  first<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row | undefined;
}

/** The result of one statement. */
export interface WriteResult {
  readonly changes: number;
  /** The number of the inserted row, in a table that numbers its rows. */
  readonly lastInsertRowid: number | bigint;
}

/** A statement that changes rows, to be run many times. */
export interface Write<Values extends object> {
  /** May be delayed until something is read. @returns the row's number, in a table that numbers its rows */
  run(values: Values): Pick<WriteResult, "lastInsertRowid">;
  /** Runs at once. @returns how many rows it changed */
  count(values: Values): number;
}

/** Returned instead of a number of rows: the follower commits at once, because readers wait until it has. */
export const WHOLE = Number.POSITIVE_INFINITY;

/** The bounds for the rows that leave on a day, in venue milliseconds. */
export interface Bounds {
  /** Rows that were over before this time leave. */
  readonly before: number;
  /** The beginning of the day. */
  readonly today: number;
}

/** The writing side, for the follower of the journal. Its reads see what it has written, even before that is committed. */
export interface Store extends Reads {
  /** Prepares a statement for the caller to keep. */
  prepare<Values extends object>(statement: WholeStatement<Values, unknown>): Write<Values>;
  /** Runs a statement that is not run often enough to be kept. */
  run<Values extends object>(statement: Statement<Values, unknown>, values: Values): void;
  /** Begins a transaction. */
  begin(): void;
  /** Commits everything since `begin`, together with the journal position that it came from. */
  commit(progress: Progress): void;
  /** Maintenance between transactions; called after each commit. */
  committed(): void;
  /**
   * Deletes rows of a table by whole stretches of time, a little at a time and within a transaction, before the remaining rows
   * leave one by one. Only for a database that partitions its tables.
   * @returns how many rows that changed, `WHOLE` for a whole stretch; null when there is nothing left to do on this day
   */
  leaveWhole?(table: TableName, bounds: Bounds): number | null;
  /** Rolls back an unfinished transaction, if there is one, and drops the statements that were prepared for writing. */
  abandonWrites(): void;
}
