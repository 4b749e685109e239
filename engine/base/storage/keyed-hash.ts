// Where to look for what clients choose, by a key that they don't know: a client that could choose texts that all belong in
// one place would make every look-up there slow. One for a whole state; its key is part of the state, and no
// result depends on it. What was found by another key before has to be put in its places anew. Rules, Appendix D.

import { type ByteReader, ByteWriter } from "./bytes.ts";
import { halfSipHash } from "./half-sip-hash.ts";

/** Of a key, as hexadecimal digits: 128 bits. */
const KEY_DIGITS = 32;
const WORDS = 4;
/** Before the bytes of a text that was sought: the number that it belongs to. */
export const TEXT_START = 4;

export class KeyedHash {
  /** All 0 until a key was drawn: two words for texts, two for numbers. */
  readonly #key = new Int32Array(WORDS);
  readonly #sought = new ByteWriter(256);
  #bytes: Uint8Array = new Uint8Array(TEXT_START);
  #stored = new Uint8Array(256);
  /** What was sought last: a placement asks for its id three times. */
  #owner = 0;
  #text: string | null = null;
  #hash = 0;

  /** Whether a key was drawn. */
  get isKeyed(): boolean {
    return this.#key.some((word) => word !== 0);
  }

  /** @param key as `isKey` wants it */
  setKey(key: string): void {
    for (let i = 0; i < WORDS; i++) this.#key[i] = Number.parseInt(key.slice(i * 8, i * 8 + 8), 16);
    this.#text = null;
  }

  /** For a map from numbers: what it adds to them, and what it multiplies them by. */
  get forNumbers(): readonly [number, number] {
    return [this.#key[2]!, this.#key[3]! | 1];
  }

  /** Says what is looked for next: `bytes` and `hash` are this text's until another one is sought. */
  seek(owner: number, text: string): void {
    if (owner === this.#owner && text === this.#text) return;
    const sought = this.#sought;
    sought.reset();
    // It puts the length of a text before it, in whose place the owner comes.
    sought.text(text);
    const bytes = sought.view();
    writeOwner(bytes, owner);
    this.#owner = owner;
    this.#text = text;
    this.#bytes = bytes;
    this.#hash = halfSipHash(this.#key[0]!, this.#key[1]!, bytes, bytes.length);
  }

  /** The text that was sought, from `TEXT_START` on. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get hash(): number {
    return this.#hash;
  }

  /** The hash of a text that lies elsewhere. */
  ofStored(owner: number, memory: Uint8Array, start: number, length: number): number {
    if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length + TEXT_START) * 2);
    const stored = this.#stored;
    writeOwner(stored, owner);
    for (let i = 0; i < length; i++) stored[TEXT_START + i] = memory[start + i]!;
    return halfSipHash(this.#key[0]!, this.#key[1]!, stored, TEXT_START + length);
  }

  write(out: ByteWriter): void {
    for (const word of this.#key) out.i32(word);
  }

  read(input: ByteReader): void {
    for (let i = 0; i < WORDS; i++) this.#key[i] = input.i32();
    this.#text = null;
  }
}

/** Whether a text is a key that was drawn: 32 lower-case hexadecimal digits, not all of them 0. */
export function isKey(text: string): boolean {
  if (text.length !== KEY_DIGITS) return false;
  let isZero = true;
  for (let i = 0; i < KEY_DIGITS; i++) {
    const digit = text[i]!;
    if (!"0123456789abcdef".includes(digit)) return false;
    if (digit !== "0") isZero = false;
  }
  return !isZero;
}

function writeOwner(bytes: Uint8Array, owner: number): void {
  bytes[0] = owner;
  bytes[1] = owner >> 8;
  bytes[2] = owner >> 16;
  bytes[3] = owner >> 24;
}
