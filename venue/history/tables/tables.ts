// One open history file with its prepared statements. They are all finalized when it is closed: SQLite keeps a file
// open, with its locks and its write-ahead log, until the last statement is gone, and that must not wait for a garbage
// collection.
//
// SQLite takes over its log into the file when it is told to, and never by itself: the sums of the pages come first
// (file/checked-pages.ts).

import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import type { CheckedPages } from "../file/checked-pages.ts";
import { troubleOf } from "../file/file-trouble.ts";

/** Texts of reads differ by which filters a list has: some hundreds at most. */
const READS_MAX = 500;
/** A log of this size is taken over at the next commit. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;

export class Tables {
  readonly #database: Database;
  readonly #writes: Statement[] = [];
  readonly #reads = new Map<string, Statement>();
  /** Null in memory, and for a file that has no sums yet. */
  readonly pages: CheckedPages | null;
  /** While the file is copied, it stays as it is. */
  isCopied = false;

  /** @param pages closed together with the tables */
  constructor(path: string, pages: CheckedPages | null = null) {
    this.pages = pages;
    this.#database = new Database(path, { create: true, strict: true });
    this.execute("PRAGMA wal_autocheckpoint = 0");
  }

  /** A statement for its caller to keep. */
  prepare(sql: string): Statement {
    const statement = this.#database.prepare(sql);
    this.#writes.push(statement);
    return statement;
  }

  /** All rows; their shape is what the columns of `sql` say. */
  all<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return this.#read(sql).all(...values) as Row[];
  }

  /** The first row, if there is one. */
  first<Row>(sql: string, ...values: SQLQueryBindings[]): Row | undefined {
    return (this.#read(sql).get(...values) as Row | null) ?? undefined;
  }

  /** How many rows `from`, which may have a WHERE, has. */
  count(from: string, ...values: SQLQueryBindings[]): number {
    return this.first<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...values)?.count ?? 0;
  }

  /** Runs statements that take no values and return no rows. */
  execute(sql: string): void {
    this.#database.run(sql);
  }

  /** Takes back an unfinished transaction, if there is one, and forgets the statements that were prepared for writing. */
  abandonWrites(): void {
    for (const statement of this.#writes.splice(0)) statement.finalize();
    if (this.#database.inTransaction) this.#database.run("ROLLBACK");
  }

  /**
   * Moves what the log holds into the file, where it survives a power loss. Not within a transaction.
   * @returns false when another program is reading the file, or it is being copied: later, then
   */
  takeOverLog(): boolean {
    if (this.isCopied) return false;
    this.pages?.beforeTakingOver();
    const { busy } = this.first<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")!;
    if (busy !== 0) return false;
    this.pages?.afterTakingOver();
    return true;
  }

  takeOverLargeLog(): void {
    if (this.pages !== null && this.pages.logBytes >= LOG_BYTES_MAX) this.takeOverLog();
  }

  /** Takes back an unfinished transaction and lets go of the file. */
  close(): void {
    this.abandonWrites();
    this.isCopied = false;
    try {
      this.takeOverLog();
    } catch (error) {
      // SQLite would take over its log while closing, without the sums. Left open it ends like in a crash.
      if (troubleOf(error) === "passing") return;
    }
    this.#forgetReads();
    this.#database.close(true);
    this.pages?.close();
  }

  #read(sql: string): Statement {
    const known = this.#reads.get(sql);
    if (known !== undefined) return known;
    if (this.#reads.size >= READS_MAX) this.#forgetReads();
    const statement = this.#database.prepare(sql);
    this.#reads.set(sql, statement);
    return statement;
  }

  #forgetReads(): void {
    for (const statement of this.#reads.values()) statement.finalize();
    this.#reads.clear();
  }
}
