// A set of texts that only grows, kept as bytes.

import type { ByteReader, ByteWriter } from "./bytes.ts";
import { NONE } from "./int-map.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { TextTable } from "./text-table.ts";

const NO_OWNER = 0;

export class TextSet {
  readonly #texts: TextTable;

  constructor(hash: KeyedHash) {
    this.#texts = new TextTable(hash);
  }

  get count(): number {
    return this.#texts.count;
  }

  has(text: string): boolean {
    return this.#texts.rowOf(NO_OWNER, text) !== NONE;
  }

  /** Adds a text that is not in the set yet. */
  add(text: string): void {
    this.#texts.add(NO_OWNER, text);
  }

  write(out: ByteWriter): void {
    this.#texts.write(out);
  }

  read(input: ByteReader): void {
    this.#texts.read(input);
  }

  index(): void {
    this.#texts.index();
  }
}
