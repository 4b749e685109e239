// Rows of numbers in two typed arrays, one for whole numbers of 32 bits and one for all others: no object per row, no
// garbage, a snapshot is a copy of the arrays, and what is known of one thing lies together in memory. A freed row is
// reused, last freed first, so which row a thing gets follows from the commands alone.
//
// A table of something extends this with a pair of methods for each field, written out: a compiler makes a single load or
// store of such a method, and of nothing more general.

import type { ByteReader, ByteWriter } from "./bytes.ts";
import { NONE } from "./int-map.ts";

/** How many fields of each kind a row has; at least one is a whole number of 32 bits. */
export interface RowWidths {
  readonly numbers: number;
  readonly ints: number;
}

export class Table {
  /** Row after row; replaced when the table grows. */
  protected numbers: Float64Array;
  protected ints: Int32Array;
  readonly #widths: RowWidths;
  /** The freed row to reuse first. A freed row holds the next one in place of its first whole number. */
  #firstFreed = NONE;
  #used = 0;
  #capacity: number;

  constructor(widths: RowWidths, capacity = 64) {
    this.#widths = widths;
    this.#capacity = capacity;
    this.numbers = new Float64Array(capacity * widths.numbers);
    this.ints = new Int32Array(capacity * widths.ints);
  }

  /** Rows ever in use at once; row numbers are below this. */
  get used(): number {
    return this.#used;
  }

  /** @returns the number of a row whose fields hold whatever was there before */
  allocate(): number {
    const row = this.#firstFreed;
    if (row !== NONE) {
      this.#firstFreed = this.ints[row * this.#widths.ints]!;
      return row;
    }
    if (this.#used === this.#capacity) this.#grow(this.#capacity * 2);
    return this.#used++;
  }

  /** The row's first whole number is no longer its own; its other fields stay as they are. */
  free(row: number): void {
    this.ints[row * this.#widths.ints] = this.#firstFreed;
    this.#firstFreed = row;
  }

  write(out: ByteWriter): void {
    out.i32(this.#used);
    out.i32(this.#firstFreed);
    for (const [array, width] of this.#arrays()) out.raw(bytesOf(array, this.#used * width));
  }

  read(input: ByteReader): void {
    const used = input.i32();
    let capacity = this.#capacity;
    while (capacity < used) capacity *= 2;
    if (capacity !== this.#capacity) this.#grow(capacity);
    this.#used = used;
    this.#firstFreed = input.i32();
    for (const [array, width] of this.#arrays()) input.raw(bytesOf(array, used * width));
  }

  #arrays(): [Float64Array | Int32Array, number][] {
    return [
      [this.numbers, this.#widths.numbers],
      [this.ints, this.#widths.ints],
    ];
  }

  #grow(capacity: number): void {
    const { numbers, ints } = this;
    this.#capacity = capacity;
    this.numbers = new Float64Array(capacity * this.#widths.numbers);
    this.numbers.set(numbers);
    this.ints = new Int32Array(capacity * this.#widths.ints);
    this.ints.set(ints);
  }
}

function bytesOf(array: Float64Array | Int32Array, length: number): Uint8Array {
  return new Uint8Array(array.buffer, 0, length * array.BYTES_PER_ELEMENT);
}
