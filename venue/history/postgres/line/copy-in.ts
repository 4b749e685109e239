// COPY by hand: one table's rows as text. The package `pg` has the messages and leaves to its caller what is sent in them.

import type { Connection, Submittable } from "pg";

/** What of a connection this asks; its types leave it out. */
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

/** A message larger than this is cut: PostgreSQL takes rows from a stream of them. */
const CHUNK_BYTES = 1_048_576;

export class CopyIn implements Submittable {
  readonly #text: string;
  readonly #rows: Buffer;
  readonly #done: (error: Error | null) => void;
  #error: Error | null = null;

  constructor(into: string, rows: string, done: (error: Error | null) => void) {
    this.#text = `COPY ${into} FROM STDIN`;
    this.#rows = Buffer.from(rows);
    this.#done = done;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (let from = 0; from < this.#rows.length; from += CHUNK_BYTES) {
      connection.sendCopyFromChunk(this.#rows.subarray(from, from + CHUNK_BYTES));
    }
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    this.#error ??= error;
    // Of a line that breaks there is no end of the statement to wait for.
    if (!("severity" in error)) this.#end();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end();
  }

  #isOver = false;

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(this.#error);
  }
}
