// Rows of one table that wait to be written together: a statement that runs many times in a row finds its pages at hand,
// where one that takes turns with others costs a seventh more.

import type { SQLQueryBindings, Statement } from "bun:sqlite";

export class PendingRows {
  readonly #insert: Statement;
  #rows: SQLQueryBindings[][] = [];

  constructor(insert: Statement) {
    this.#insert = insert;
  }

  /** @param row one value for each of the statement's parameters */
  put(row: SQLQueryBindings[]): void {
    this.#rows.push(row);
  }

  write(): void {
    const rows = this.#rows;
    this.#rows = [];
    for (const row of rows) this.#insert.run(row);
  }
}
