// Rows that are found by a text and the number of its owner. The texts are kept as bytes: the job of a `Map` from texts to
// objects, in a fraction of its memory, and read back from a snapshot as written. A row may have further bytes beside its
// text.
//
// Texts are compared in full; a hash only says where to look. Hashes are kept beside the rows and are not written with
// them, so that the bytes of a snapshot do not depend on the key.

import { Blocks } from "./blocks.ts";
import { type ByteReader, type ByteWriter, decodeText } from "./bytes.ts";
import { NONE } from "./int-map.ts";
import { type KeyedHash, TEXT_START } from "./keyed-hash.ts";
import { FIRST_ROWS, Table } from "./number-table.ts";

/** Indices of the whole numbers that every row begins with, before the fields of its record. The first is the text's length. */
const TEXT_BYTES = 0;
/** The length of the whole block: the text, then the further bytes. */
const BLOCK_BYTES = 1;
/** The number of the text's owner. */
const OWNER = 2;
/** The number of the block. Not the row's first number, which the table overwrites while a row is free. */
const BLOCK = 3;
export const TEXT_HEAD_BYTES = 16;
/** The width of a row without fields of a record. */
const ROW_NUMBERS = 2;

/** No block has this number, so it marks a free row. */
const FREE = 0;
const NO_BYTES = new Uint8Array(0);

/** @typeParam Key the type of its row numbers */
export class TextTable<Key extends number = number> extends Table<Key> {
  readonly #width: number;
  readonly #blocks = new Blocks();
  readonly #hash: KeyedHash;
  /** The hash of each row's text. */
  #hashes = new Int32Array(FIRST_ROWS);
  /** Rows by hash: open addressing, linear probing, removal by shifting back. */
  #places = new Int32Array(16).fill(NONE);
  #count = 0;

  /** @param rowNumbers as for `Table`; the fields of the record begin at byte `TEXT_HEAD_BYTES` */
  constructor(hash: KeyedHash, rowNumbers = ROW_NUMBERS) {
    super(rowNumbers);
    this.#hash = hash;
    this.#width = rowNumbers * 2;
  }

  /** How many texts there are. */
  get count(): number {
    return this.#count;
  }

  /** The row of a text of `owner`, or NONE. */
  rowOf(owner: number, text: string): Key {
    this.#hash.seek(owner, text);
    return this.#places[this.#placeOf(owner, this.#hash.bytes, this.#hash.hash)]! as Key;
  }

  /** Adds a text that is not in the table yet. @returns its row, whose own fields still hold the values of its previous use */
  add(owner: number, text: string, further: Uint8Array = NO_BYTES): Key {
    if (this.#count * 2 >= this.#places.length) this.#indexIn(this.#places.length * 2);
    this.#hash.seek(owner, text);
    const { bytes, hash } = this.#hash;
    const row = this.allocate();
    const at = row * this.#width;
    this.ints[at + TEXT_BYTES] = bytes.length - TEXT_START;
    this.ints[at + OWNER] = owner;
    if (row >= this.#hashes.length) this.#makeRoom(row * 2);
    this.#hashes[row] = hash;
    this.#fill(row, bytes, further);
    this.#places[this.#placeOf(owner, bytes, hash)] = row;
    this.#count++;
    return row;
  }

  /** Removes a row; its number is reused for a later one. */
  remove(row: Key): void {
    const at = row * this.#width;
    this.#leave(row);
    this.#blocks.free(this.ints[at + BLOCK]!, this.ints[at + BLOCK_BYTES]!);
    this.ints[at + BLOCK] = FREE;
    this.free(row);
    this.#count--;
  }

  /** Replaces the further bytes of a row. */
  replaceFurther(row: Key, further: Uint8Array): void {
    const at = row * this.#width;
    this.#hash.seek(this.ints[at + OWNER]!, this.textOf(row));
    this.#blocks.free(this.ints[at + BLOCK]!, this.ints[at + BLOCK_BYTES]!);
    this.#fill(row, this.#hash.bytes, further);
  }

  /** The number of the owner of a row's text. */
  ownerOf(row: Key): number {
    return this.ints[row * this.#width + OWNER]!;
  }

  textOf(row: Key): string {
    const at = row * this.#width;
    return decodeText(this.#blocks.bytes, this.#blocks.byteOf(this.ints[at + BLOCK]!), this.ints[at + TEXT_BYTES]!);
  }

  /** The code unit at `place` of an ASCII text. */
  asciiAt(row: Key, place: number): number {
    return this.#blocks.bytes[this.#blocks.byteOf(this.ints[row * this.#width + BLOCK]!) + place]!;
  }

  /** Below 0 when the bytes of one row's text sort before those of another's, above 0 when they sort after. */
  compare(one: Key, other: Key): number {
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

  /** Whether a row has further bytes. */
  hasFurther(row: Key): boolean {
    const at = row * this.#width;
    return this.ints[at + BLOCK_BYTES]! > this.ints[at + TEXT_BYTES]!;
  }

  /** The further bytes of a row; valid until the next change. */
  furtherOf(row: Key): Uint8Array {
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

  /** Rebuilds the index: for texts that were read from a snapshot, or after a change of key. */
  index(): void {
    if (this.used > this.#hashes.length) this.#makeRoom(this.used);
    const { bytes } = this.#blocks;
    for (let row = 0; row < this.used; row++) {
      const at = row * this.#width;
      if (!this.isTaken(row)) continue;
      const start = this.#blocks.byteOf(this.ints[at + BLOCK]!);
      this.#hashes[row] = this.#hash.ofStored(this.ints[at + OWNER]!, bytes, start, this.ints[at + TEXT_BYTES]!);
    }
    let capacity = this.#places.length;
    while (capacity < this.used * 2) capacity *= 2;
    this.#indexIn(capacity);
  }

  /** Whether a row holds a text that was not removed. */
  protected isTaken(row: number): boolean {
    return this.ints[row * this.#width + BLOCK] !== FREE;
  }

  #makeRoom(rows: number): void {
    const hashes = new Int32Array(rows);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
  }

  #fill(row: Key, text: Uint8Array, further: Uint8Array): void {
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

  /** The place that holds the row of a text, or the free place where it belongs. */
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
    if (this.#hashes[row] !== hash) return false;
    const { ints } = this;
    const at = row * this.#width;
    if (ints[at + OWNER] !== owner) return false;
    const length = text.length - TEXT_START;
    if (ints[at + TEXT_BYTES] !== length) return false;
    const { bytes } = this.#blocks;
    const start = this.#blocks.byteOf(ints[at + BLOCK]!);
    for (let i = 0; i < length; i++) if (bytes[start + i] !== text[TEXT_START + i]) return false;
    return true;
  }

  #leave(row: Key): void {
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
    return this.#hashes[row]! & mask;
  }

  /** Rebuilds the index with `capacity` places, at most half of which get filled. */
  #indexIn(capacity: number): void {
    const places = new Int32Array(capacity).fill(NONE);
    const mask = capacity - 1;
    const { used } = this;
    let count = 0;
    for (let row = 0; row < used; row++) {
      if (!this.isTaken(row)) continue;
      let place = this.#homeOf(row, mask);
      while (places[place] !== NONE) place = (place + 1) & mask;
      places[place] = row;
      count++;
    }
    this.#places = places;
    this.#count = count;
  }
}
