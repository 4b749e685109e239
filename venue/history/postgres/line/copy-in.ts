// Sends one table's rows as text with COPY. The `pg` package defines the messages and leaves the sending to its caller.

import type { Connection, Submittable } from "pg";

/** The methods of a connection that are needed here and that its types leave out. */
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

/** A larger text is split into several messages: PostgreSQL takes the rows as one stream. */
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
    // An error without a severity is of the connection: then PostgreSQL will not report the end of the statement.
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
