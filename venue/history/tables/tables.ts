// One open history file with its prepared statements. All of them are finalized when the file is closed: SQLite keeps a file
// open, with its locks and its write-ahead log, until the last statement is gone, and that must not wait for a garbage
// collection.
//
// SQLite runs a checkpoint only when asked to, never automatically: the sums of the pages must be written first
// (file/checked-pages.ts).

import { Database, type Statement as DatabaseStatement, type SQLQueryBindings } from "bun:sqlite";
import type { CheckedPages } from "../file/checked-pages.ts";
import { troubleOf } from "../file/file-trouble.ts";
import type { Store, Write } from "./history-store.ts";
import type { Progress } from "./projected-progress.ts";
import { type Compiled, type Statement, statement, type WholeStatement } from "./statement.ts";

/** Prepared reads that are kept. Their texts differ only by the filters of a list: a few hundred at most. */
const READS_MAX = 500;
/** A log of this size is checkpointed after the next commit. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;

type Prepared = DatabaseStatement<unknown, SQLQueryBindings[]>;

const MOVE_ON = statement((builder, { position, checksum }: Progress) =>
  builder.updateTable("meta").set({ position, checksum }),
);

export class Tables implements Store {
  readonly #database: Database;
  readonly #writes: Prepared[] = [];
  readonly #reads = new Map<Compiled, Prepared>();
  /** Null in memory, and for a file that has no checksums yet. */
  readonly pages: CheckedPages | null;
  /** While the file is being copied, there is no checkpoint, so that it does not change. */
  isCopied = false;

  /** @param pages closed together with the tables */
  constructor(path: string, pages: CheckedPages | null = null) {
    this.pages = pages;
    this.#database = new Database(path, { create: true, strict: true });
    this.execute("PRAGMA wal_autocheckpoint = 0");
  }

  /** Prepares a statement for the caller to keep. */
  prepare<Values extends object>(statement: WholeStatement<Values, unknown>): Write<Values> {
    const { sql, bind } = statement.compiled("sqlite");
    const prepared: Prepared = this.#database.prepare(sql);
    this.#writes.push(prepared);
    return { run: (values) => prepared.run(bind(values)), count: (values) => prepared.run(bind(values)).changes };
  }

  all<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row[] {
    const compiled = statement.compiledFor(values, "sqlite");
    return this.#read(compiled).all(compiled.bind(values)) as Row[];
  }

  /** The first row, if there is one. */
  first<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row | undefined {
    const compiled = statement.compiledFor(values, "sqlite");
    return (this.#read(compiled).get(compiled.bind(values)) as Row | null) ?? undefined;
  }

  /** Runs a statement that is not run often enough to be kept. */
  run<Values extends object>(statement: Statement<Values, unknown>, values: Values): void {
    const compiled = statement.compiledFor(values, "sqlite");
    this.#read(compiled).run(compiled.bind(values));
  }

  /** Runs a query about the file itself. */
  ask<Row>(sql: string): Row[] {
    using prepared = this.#database.prepare<Row, []>(sql);
    return prepared.all();
  }

  /** Runs statements that take no values and return no rows. */
  execute(sql: string): void {
    this.#database.run(sql);
  }

  begin(): void {
    this.execute("BEGIN IMMEDIATE");
  }

  commit(progress: Progress): void {
    this.run(MOVE_ON, progress);
    this.execute("COMMIT");
  }

  /** Rolls back an unfinished transaction, if there is one, and drops the statements that were prepared for writing. */
  abandonWrites(): void {
    for (const statement of this.#writes.splice(0)) statement.finalize();
    if (this.#database.inTransaction) this.#database.run("ROLLBACK");
  }

  /**
   * Runs a checkpoint: copies the log into the file, where it survives a power loss. Not within a transaction.
   * @returns false when another program is reading the file, or it is being copied; then try again later
   */
  checkpoint(): boolean {
    if (this.isCopied) return false;
    this.pages?.beforeTakingOver();
    const { busy } = this.ask<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")[0]!;
    if (busy !== 0) return false;
    this.pages?.afterTakingOver();
    return true;
  }

  committed(): void {
    if (this.pages !== null && this.pages.logBytes >= LOG_BYTES_MAX) this.checkpoint();
  }

  /** Rolls back an unfinished transaction and closes the file. */
  close(): void {
    this.abandonWrites();
    this.isCopied = false;
    try {
      this.checkpoint();
    } catch (error) {
      // On closing, SQLite would run a checkpoint without the sums. Left open, the file ends as after a crash.
      if (troubleOf(error) === "passing") return;
    }
    this.#forgetReads();
    this.#database.close(true);
    this.pages?.close();
  }

  #read(compiled: Compiled): Prepared {
    const known = this.#reads.get(compiled);
    if (known !== undefined) return known;
    if (this.#reads.size >= READS_MAX) this.#forgetReads();
    const prepared: Prepared = this.#database.prepare(compiled.sql);
    this.#reads.set(compiled, prepared);
    return prepared;
  }

  #forgetReads(): void {
    for (const statement of this.#reads.values()) statement.finalize();
    this.#reads.clear();
  }
}
