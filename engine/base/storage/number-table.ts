// Rows of numbers in one piece of memory, read as whole numbers of 32 bits and as any others: no object per row, no
// garbage, a snapshot is a copy of it, and what is known of one thing lies together, so that code that reads it waits for
// memory once. A freed row is reused, last freed first, so which row a thing gets follows from the commands alone.
//
// A table of something extends this with a pair of methods for each field, which `npm run generate` writes from the record's
// declaration (record.ts): a compiler makes a single load or store of such a method, and of nothing more general.

import type { ByteReader, ByteWriter } from "./bytes.ts";
import { NONE } from "./int-map.ts";

/** A table takes memory with its first row: many a state, such as one that an order is tried on, has few tables in use. */
export const FIRST_ROWS = 16;
export const NO_NUMBERS = new Float64Array(0);
export const NO_INTS = new Int32Array(0);

/** @typeParam Key what numbers its rows */
export class Table<Key extends number = number> {
  /** Row after row, twice the same memory; replaced when the table grows. */
  protected numbers: Float64Array = NO_NUMBERS;
  protected ints: Int32Array = NO_INTS;
  readonly #rowNumbers: number;
  readonly #rowInts: number;
  /** The freed row to reuse first. A freed row holds the next one in its first whole number. */
  #firstFreed = NONE;
  #used = 0;
  #capacity = 0;

  /** @param rowNumbers how many numbers a row has room for, or pairs of whole numbers; it begins with one of these */
  constructor(rowNumbers: number) {
    this.#rowNumbers = rowNumbers;
    this.#rowInts = rowNumbers * 2;
  }

  /** Rows ever in use at once; row numbers are below this. */
  get used(): number {
    return this.#used;
  }

  /** @returns the number of a row whose fields hold whatever was there before */
  allocate(): Key {
    const row = this.#firstFreed;
    if (row !== NONE) {
      this.#firstFreed = this.ints[row * this.#rowInts]!;
      return row as Key;
    }
    if (this.#used === this.#capacity) this.#makeRoom(this.#used + 1);
    return this.#used++ as Key;
  }

  /** The row's first whole number is no longer its own; its other fields stay as they are. */
  free(row: Key): void {
    this.ints[row * this.#rowInts] = this.#firstFreed;
    this.#firstFreed = row;
  }

  /** Makes a row what a row of another table of the same kind is. */
  copy(row: Key, from: Table<Key>, source: Key): void {
    const width = this.#rowInts;
    this.ints.set(from.ints.subarray(source * width, (source + 1) * width), row * width);
  }

  write(out: ByteWriter): void {
    out.i32(this.#used);
    out.i32(this.#firstFreed);
    out.raw(this.#bytes());
  }

  read(input: ByteReader): void {
    const used = input.i32();
    if (used > this.#capacity) this.#makeRoom(used);
    this.#used = used;
    this.#firstFreed = input.i32();
    input.raw(this.#bytes());
  }

  /** Of all rows in use. */
  #bytes(): Uint8Array {
    return new Uint8Array(this.numbers.buffer, 0, this.#used * this.#rowNumbers * this.numbers.BYTES_PER_ELEMENT);
  }

  #makeRoom(rows: number): void {
    const { numbers } = this;
    let capacity = Math.max(FIRST_ROWS, this.#capacity);
    while (capacity < rows) capacity *= 2;
    this.#capacity = capacity;
    this.numbers = sharedNumbers(capacity * this.#rowNumbers);
    this.numbers.set(numbers);
    this.ints = new Int32Array(this.numbers.buffer);
  }
}

/** Numbers whose memory other views are made of: asked of an array that was made alone, it would first be copied. */
export function sharedNumbers(length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(new ArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}
