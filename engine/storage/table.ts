// Rows of numbers kept column by column in typed arrays: no object per row, no garbage, and a snapshot is a copy of the
// arrays. A freed row is reused, last freed first, so which row a thing gets follows from the commands alone.

import type { ByteReader, ByteWriter } from "./bytes.ts";
import { NONE } from "./int-map.ts";

type ColumnType = Float64ArrayConstructor | Int32ArrayConstructor;
export type ColumnTypes = Readonly<Record<string, ColumnType>>;
export type Columns<Types extends ColumnTypes> = {
  [Name in keyof Types]: Types[Name] extends Float64ArrayConstructor ? Float64Array : Int32Array;
};

export class Table<Types extends ColumnTypes> {
  /** The arrays, replaced when the table grows: fetch them anew after `allocate`. */
  columns: Columns<Types>;
  readonly #types: Types;
  readonly #names: readonly (keyof Types & string)[];
  /** Of a freed row the next freed one. */
  #freed: Int32Array;
  #firstFreed = NONE;
  #used = 0;
  #capacity: number;

  constructor(types: Types, capacity = 64) {
    this.#types = types;
    this.#names = Object.keys(types);
    this.#capacity = capacity;
    this.#freed = new Int32Array(capacity);
    this.columns = this.#make(capacity);
  }

  /** Rows ever in use at once; row numbers are below this. */
  get used(): number {
    return this.#used;
  }

  /** @returns the number of a row whose columns hold whatever was there before */
  allocate(): number {
    const row = this.#firstFreed;
    if (row !== NONE) {
      this.#firstFreed = this.#freed[row]!;
      return row;
    }
    if (this.#used === this.#capacity) this.#grow(this.#capacity * 2);
    return this.#used++;
  }

  free(row: number): void {
    this.#freed[row] = this.#firstFreed;
    this.#firstFreed = row;
  }

  write(out: ByteWriter): void {
    out.i32(this.#used);
    out.i32(this.#firstFreed);
    out.raw(bytesOf(this.#freed, this.#used));
    for (const name of this.#names) out.raw(bytesOf(this.columns[name], this.#used));
  }

  read(input: ByteReader): void {
    const used = input.i32();
    let capacity = this.#capacity;
    while (capacity < used) capacity *= 2;
    if (capacity !== this.#capacity) this.#grow(capacity);
    this.#used = used;
    this.#firstFreed = input.i32();
    fill(this.#freed, used, input);
    for (const name of this.#names) fill(this.columns[name], used, input);
  }

  #make(capacity: number): Columns<Types> {
    const columns: Record<string, Float64Array | Int32Array> = {};
    for (const name of this.#names) {
      const Type = this.#types[name]!;
      columns[name] = new Type(capacity);
    }
    return columns as Columns<Types>;
  }

  #grow(capacity: number): void {
    const old = this.columns;
    const columns = this.#make(capacity);
    for (const name of this.#names) columns[name].set(old[name]);
    const freed = new Int32Array(capacity);
    freed.set(this.#freed);
    this.#freed = freed;
    this.columns = columns;
    this.#capacity = capacity;
  }
}

function bytesOf(column: Float64Array | Int32Array, used: number): Uint8Array {
  return new Uint8Array(column.buffer, 0, used * column.BYTES_PER_ELEMENT);
}

function fill(column: Float64Array | Int32Array, used: number, input: ByteReader): void {
  bytesOf(column, used).set(input.raw(used * column.BYTES_PER_ELEMENT));
}
