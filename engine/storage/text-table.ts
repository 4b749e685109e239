// Rows that are found by a text and the number it belongs to. Texts are kept as bytes: what a `Map` from texts to objects
// would be, at a fraction of its memory, and read back from a snapshot as it was written. A row may have further bytes
// beside its text.
//
// Texts are compared in full; a hash only says where to look.

import { Blocks } from "./blocks.ts";
import { type ByteReader, ByteWriter, decodeText } from "./bytes.ts";
import { NONE } from "./int-map.ts";
import { Table } from "./table.ts";

/** The whole numbers that every row has, before those of the class that extends this. */
const HASH = 0;
const TEXT_BYTES = 1;
/** Of the whole block: the text, then what is further. */
const BLOCK_BYTES = 2;
/** The number that the text belongs to. */
const OWNER = 3;
/** Not the first: that one belongs to the table while a row is free. */
const BLOCK = 4;
export const TEXT_INTS = 5;
/** Of a row that has no more than one whole number besides. */
const ROW_NUMBERS = 3;

/** No block has this number, so a row with it is a free one. */
const FREE = 0;
const NO_BYTES = new Uint8Array(0);
/** A `ByteWriter` puts the length of a text before it. */
const TEXT_START = 4;
const sought = new ByteWriter(256);

export class TextTable extends Table {
  readonly #width: number;
  readonly #blocks = new Blocks();
  /** Rows by hash: open addressing, linear probing, removal by shifting back. */
  #places = new Int32Array(64).fill(NONE);
  #count = 0;

  /** @param rowNumbers as of any table; what a row has besides begins at the whole number `TEXT_INTS` */
  constructor(rowNumbers = ROW_NUMBERS, capacity = 64) {
    super(rowNumbers, capacity);
    this.#width = rowNumbers * 2;
  }

  /** How many texts there are. */
  get count(): number {
    return this.#count;
  }

  /** The row of a text that belongs to `owner`, or NONE. */
  rowOf(owner: number, text: string): number {
    const bytes = bytesOf(text);
    return this.#places[this.#placeOf(owner, bytes, hashOf(owner, bytes))]!;
  }

  /** Adds a text that is not there yet. @returns its row, whose own fields hold whatever was there before */
  add(owner: number, text: string, further: Uint8Array = NO_BYTES): number {
    if (this.#count * 2 >= this.#places.length) this.#indexIn(this.#places.length * 2);
    const bytes = bytesOf(text);
    const hash = hashOf(owner, bytes);
    const row = this.allocate();
    const at = row * this.#width;
    this.ints[at + TEXT_BYTES] = bytes.length - TEXT_START;
    this.ints[at + OWNER] = owner;
    this.ints[at + HASH] = hash;
    this.#fill(row, bytes, further);
    this.#places[this.#placeOf(owner, bytes, hash)] = row;
    this.#count++;
    return row;
  }

  /** Takes a row out; its number is given to a later one. */
  remove(row: number): void {
    const at = row * this.#width;
    this.#leave(row);
    this.#blocks.free(this.ints[at + BLOCK]!, this.ints[at + BLOCK_BYTES]!);
    this.ints[at + BLOCK] = FREE;
    this.free(row);
    this.#count--;
  }

  /** Gives a row other further bytes. */
  replaceFurther(row: number, further: Uint8Array): void {
    const at = row * this.#width;
    const bytes = bytesOf(this.textOf(row));
    this.#blocks.free(this.ints[at + BLOCK]!, this.ints[at + BLOCK_BYTES]!);
    this.#fill(row, bytes, further);
  }

  textOf(row: number): string {
    const at = row * this.#width;
    return decodeText(this.#blocks.bytes, this.#blocks.byteOf(this.ints[at + BLOCK]!), this.ints[at + TEXT_BYTES]!);
  }

  /** The code unit of an ASCII text at a place within it. */
  asciiAt(row: number, place: number): number {
    return this.#blocks.bytes[this.#blocks.byteOf(this.ints[row * this.#width + BLOCK]!) + place]!;
  }

  /** Below 0 when the bytes of one row's text come before those of another's, above 0 when they come after. */
  compare(one: number, other: number): number {
    const { ints } = this;
    const blocks = this.#blocks;
    const { bytes } = blocks;
    const [oneAt, otherAt] = [one * this.#width, other * this.#width];
    const [oneBytes, otherBytes] = [ints[oneAt + TEXT_BYTES]!, ints[otherAt + TEXT_BYTES]!];
    const oneStart = blocks.byteOf(ints[oneAt + BLOCK]!);
    const otherStart = blocks.byteOf(ints[otherAt + BLOCK]!);
    for (let i = 0; i < oneBytes && i < otherBytes; i++) {
      const difference = bytes[oneStart + i]! - bytes[otherStart + i]!;
      if (difference !== 0) return difference;
    }
    return oneBytes - otherBytes;
  }

  /** The further bytes of a row; valid until the next change. */
  furtherOf(row: number): Uint8Array {
    const at = row * this.#width;
    const start = this.#blocks.byteOf(this.ints[at + BLOCK]!);
    return this.#blocks.bytes.subarray(start + this.ints[at + TEXT_BYTES]!, start + this.ints[at + BLOCK_BYTES]!);
  }

  override write(out: ByteWriter): void {
    super.write(out);
    this.#blocks.write(out);
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#blocks.read(input);
  }

  /** Makes texts findable that were read from a snapshot. */
  index(): void {
    let capacity = this.#places.length;
    while (capacity < this.used * 2) capacity *= 2;
    this.#indexIn(capacity);
  }

  #fill(row: number, text: Uint8Array, further: Uint8Array): void {
    const blocks = this.#blocks;
    const textBytes = text.length - TEXT_START;
    const length = textBytes + further.length;
    const block = blocks.allocate(length);
    const start = blocks.byteOf(block);
    const { bytes } = blocks;
    for (let i = 0; i < textBytes; i++) bytes[start + i] = text[TEXT_START + i]!;
    for (let i = 0; i < further.length; i++) bytes[start + textBytes + i] = further[i]!;
    this.ints[row * this.#width + BLOCK] = block;
    this.ints[row * this.#width + BLOCK_BYTES] = length;
  }

  /** The place that holds the row of a text, or the free one where it belongs. */
  #placeOf(owner: number, text: Uint8Array, hash: number): number {
    const places = this.#places;
    const mask = places.length - 1;
    let place = hash & mask;
    for (;;) {
      const row = places[place]!;
      if (row === NONE || this.#is(row, owner, text, hash)) return place;
      place = (place + 1) & mask;
    }
  }

  #is(row: number, owner: number, text: Uint8Array, hash: number): boolean {
    const { ints } = this;
    const at = row * this.#width;
    if (ints[at + HASH] !== hash || ints[at + OWNER] !== owner) return false;
    const length = text.length - TEXT_START;
    if (ints[at + TEXT_BYTES] !== length) return false;
    const { bytes } = this.#blocks;
    const start = this.#blocks.byteOf(ints[at + BLOCK]!);
    for (let i = 0; i < length; i++) if (bytes[start + i] !== text[TEXT_START + i]) return false;
    return true;
  }

  #leave(row: number): void {
    const places = this.#places;
    const mask = places.length - 1;
    let hole = this.#homeOf(row, mask);
    while (places[hole] !== row) hole = (hole + 1) & mask;
    // Rows behind the hole move into it unless that would put them before their home place.
    for (let place = (hole + 1) & mask; places[place] !== NONE; place = (place + 1) & mask) {
      const home = this.#homeOf(places[place]!, mask);
      if (((place - home) & mask) >= ((place - hole) & mask)) {
        places[hole] = places[place]!;
        hole = place;
      }
    }
    places[hole] = NONE;
  }

  #homeOf(row: number, mask: number): number {
    return this.ints[row * this.#width + HASH]! & mask;
  }

  /** Makes the index anew, with room for half of `capacity` texts. */
  #indexIn(capacity: number): void {
    const places = new Int32Array(capacity).fill(NONE);
    const mask = capacity - 1;
    const { ints, used } = this;
    const width = this.#width;
    let count = 0;
    for (let row = 0, at = 0; row < used; row++, at += width) {
      if (ints[at + BLOCK] === FREE) continue;
      let place = ints[at + HASH]! & mask;
      while (places[place] !== NONE) place = (place + 1) & mask;
      places[place] = row;
      count++;
    }
    this.#places = places;
    this.#count = count;
  }
}

/** The bytes of a text from `TEXT_START` on; valid until the next call. */
function bytesOf(text: string): Uint8Array {
  sought.reset();
  sought.text(text);
  return sought.view();
}

/** FNV-1a, with the high bits folded into the low ones, which say the place. */
function hashOf(owner: number, text: Uint8Array): number {
  let hash = Math.imul(0x811c9dc5 ^ owner, 0x01000193);
  for (let i = TEXT_START; i < text.length; i++) hash = Math.imul(hash ^ text[i]!, 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
