// What history asks of the database that its tables lie in, whichever that is: a file of SQLite (tables.ts), or PostgreSQL
// (../postgres). Each call returns when it is done: the engine that history follows says what happens while it applies a
// command, and what is written may depend on what was.

import type { TableName } from "../schema/schema.ts";
import type { Progress } from "./progress.ts";
import type { Statement, WholeStatement } from "./statement.ts";

/** What queries read. */
export interface Reads {
  all<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row[];
  /** The first row, if there is one. */
  first<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row | undefined;
}

/** What one statement did. */
export interface Written {
  readonly changes: number;
  /** Of the row that it inserted, in a table that counts its rows. */
  readonly lastInsertRowid: number | bigint;
}

/** A statement that changes rows, to be run many times. */
export interface Write<Values extends object> {
  /** Before anything is read: it may wait until then. @returns the number of the row, where the table counts them */
  run(values: Values): Pick<Written, "lastInsertRowid">;
  /** At once. */
  count(values: Values): number;
}

/** What follows the journal stores at once: readers have to wait until it has. */
export const WHOLE = Number.POSITIVE_INFINITY;

/** Of what leaves on a day, in venue milliseconds. */
export interface Bounds {
  /** Rows that were over before this leave. */
  readonly before: number;
  /** The beginning of the day. */
  readonly today: number;
}

/** What follows the journal writes. It reads what it has written, before that is committed as well. */
export interface Store extends Reads {
  /** A statement for its caller to keep. */
  prepare<Values extends object>(statement: WholeStatement<Values, unknown>): Write<Values>;
  /** One that is not run often enough to be kept. */
  run<Values extends object>(statement: Statement<Values, unknown>, values: Values): void;
  /** Begins a transaction. */
  begin(): void;
  /** Stores everything since `begin`, together with the journal position that it came from. */
  commit(progress: Progress): void;
  /** What is to be done now and then, between transactions. */
  committed(): void;
  /**
   * Lets rows of a table leave by whole stretches of time, a little at a time and within a transaction, before the others do one by
   * one: where the database keeps such stretches apart.
   * @returns how many rows that changed, `WHOLE` where they are all of a stretch; null when there is no more to do on this day
   */
  leaveWhole?(table: TableName, bounds: Bounds): number | null;
  /** Takes back an unfinished transaction, if there is one, and forgets the statements that were prepared for writing. */
  abandonWrites(): void;
}
