// Finds rows by texts that stand in an array, by row: a `Map` from text to row, but for the memory of its entries. It only
// grows, and has no order that a result could come to depend on.

import { NONE } from "./int-map.ts";

export class TextIndex {
  readonly #texts: readonly string[];
  /** Rows and the hashes of their texts; open addressing, linear probing. */
  #rows = new Int32Array(64).fill(NONE);
  #hashes = new Int32Array(64);
  #count = 0;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The row that was added for a text, or NONE. */
  find(text: string): number {
    return this.#rows[this.#placeOf(text, hashOf(text))]!;
  }

  /** Makes a row findable by its text, under which no other row is. */
  add(row: number): void {
    if (this.#count * 2 >= this.#rows.length) this.#grow(this.#rows.length * 2);
    const text = this.#texts[row]!;
    const hash = hashOf(text);
    const place = this.#placeOf(text, hash);
    this.#rows[place] = row;
    this.#hashes[place] = hash;
    this.#count++;
  }

  /** Makes room for so many rows at once. */
  reserve(rows: number): void {
    let capacity = this.#rows.length;
    while (capacity < rows * 2) capacity *= 2;
    if (capacity > this.#rows.length) this.#grow(capacity);
  }

  /** The place that holds a text's row, or the free one where it belongs. */
  #placeOf(text: string, hash: number): number {
    const rows = this.#rows;
    const mask = rows.length - 1;
    let place = hash & mask;
    for (;;) {
      const row = rows[place]!;
      if (row === NONE || (this.#hashes[place] === hash && this.#texts[row] === text)) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(capacity: number): void {
    const [rows, hashes] = [this.#rows, this.#hashes];
    const mask = capacity - 1;
    this.#rows = new Int32Array(capacity).fill(NONE);
    this.#hashes = new Int32Array(capacity);
    for (let i = 0; i < rows.length; i++) {
      if (rows[i] === NONE) continue;
      let place = hashes[i]! & mask;
      while (this.#rows[place] !== NONE) place = (place + 1) & mask;
      this.#rows[place] = rows[i]!;
      this.#hashes[place] = hashes[i]!;
    }
  }
}

/** FNV-1a over the text's UTF-16 units, with the high bits folded into the low ones, which say the place. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
