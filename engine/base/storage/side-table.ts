// Further fields for the rows of another table, under the same row numbers: a table like that of number-table.ts, except that
// no row is handed out or freed. Rows that were never written to hold zeros.

import type { ByteReader, ByteWriter } from "./bytes.ts";
import { FIRST_ROWS, NO_INTS, NO_NUMBERS, sharedNumbers } from "./number-table.ts";

export class SideTable {
  /** Row after row; both views show the same memory. Replaced when the table grows. */
  protected numbers: Float64Array = NO_NUMBERS;
  protected ints: Int32Array = NO_INTS;
  readonly #rowBytes: number;
  #reached = 0;
  #capacity = 0;

  constructor(rowBytes: number) {
    this.#rowBytes = rowBytes;
  }

  /** Rows below this number exist; reading others gives undefined. */
  get reached(): number {
    return this.#reached;
  }

  /** Makes sure that the rows below `rows` exist. */
  reach(rows: number): void {
    if (rows <= this.#reached) return;
    this.#reached = rows;
    if (rows > this.#capacity) this.#grow(Math.max(rows, FIRST_ROWS, this.#capacity * 2));
  }

  write(out: ByteWriter): void {
    out.i32(this.#reached);
    out.raw(this.#bytes());
  }

  read(input: ByteReader): void {
    this.reach(input.i32());
    input.raw(this.#bytes());
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.numbers.buffer, 0, this.#reached * this.#rowBytes);
  }

  #grow(capacity: number): void {
    const { numbers } = this;
    this.#capacity = capacity;
    this.numbers = sharedNumbers(Math.ceil((capacity * this.#rowBytes) / Float64Array.BYTES_PER_ELEMENT));
    this.numbers.set(numbers);
    this.ints = new Int32Array(this.numbers.buffer);
  }
}
