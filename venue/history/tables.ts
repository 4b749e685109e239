// One open history file with its prepared statements. They are all finalized when it is closed: SQLite keeps a file
// open, with its locks and its write-ahead log, until the last statement is gone, and that must not wait for a garbage
// collection.

import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";

/** Texts of reads differ by which filters a list has: some hundreds at most. */
const READS_MAX = 500;

export class Tables {
  readonly #database: Database;
  readonly #writes: Statement[] = [];
  readonly #reads = new Map<string, Statement>();

  constructor(path: string) {
    this.#database = new Database(path, { create: true, strict: true });
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

  /** Takes back an unfinished transaction and lets go of the file. */
  close(): void {
    this.#forgetReads();
    this.abandonWrites();
    this.#database.close(true);
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
