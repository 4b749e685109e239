// Rows of numbers in one piece of memory, read as 32-bit whole numbers and as doubles: no object per row, no garbage, and a
// snapshot is a copy of the memory. All that is known of one thing lies together, so code that reads it waits for memory
// once. A freed row is reused, last freed first, so the row that a thing gets follows from the commands alone.
//
// A table of a particular record extends this with a pair of methods for each field, which `npm run generate` writes from
// the record's declaration (record.ts): a compiler turns such a method into a single load or store, and nothing more general.

import type { ByteReader, ByteWriter } from "./bytes.ts";
import { NONE } from "./int-map.ts";

/** Memory is taken with the first row: many states, such as those for trying an order, use few of their tables. */
export const FIRST_ROWS = 16;
export const NO_NUMBERS = new Float64Array(0);
export const NO_INTS = new Int32Array(0);

/** @typeParam Key the type of its row numbers */
export class Table<Key extends number = number> {
  /** Row after row; both views show the same memory. Replaced when the table grows. */
  protected numbers: Float64Array = NO_NUMBERS;
  protected ints: Int32Array = NO_INTS;
  readonly #rowNumbers: number;
  readonly #rowInts: number;
  /** The freed row to reuse first. A freed row holds the next freed one in its first whole number. */
  #firstFreed = NONE;
  #used = 0;
  #capacity = 0;

  /** @param rowNumbers the width of a row in doubles, each with room for two whole numbers; the first field is a whole number */
  constructor(rowNumbers: number) {
    this.#rowNumbers = rowNumbers;
    this.#rowInts = rowNumbers * 2;
  }

  /** How many rows were ever in use at once; row numbers are below this. */
  get used(): number {
    return this.#used;
  }

  /** @returns the number of a row whose fields still hold the values of its previous use */
  allocate(): Key {
    const row = this.#firstFreed;
    if (row !== NONE) {
      this.#firstFreed = this.ints[row * this.#rowInts]!;
      return row as Key;
    }
    if (this.#used === this.#capacity) this.#makeRoom(this.#used + 1);
    return this.#used++ as Key;
  }

  /** Overwrites the row's first whole number; its other fields stay as they are. */
  free(row: Key): void {
    this.ints[row * this.#rowInts] = this.#firstFreed;
    this.#firstFreed = row;
  }

  /** Makes a row equal to a row of another table of the same kind. */
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

  /** The memory of all rows in use. */
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

/** An array whose memory other views share: asking for the buffer of an array that was made on its own would first copy it. */
export function sharedNumbers(length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(new ArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}
