// The hash of texts and numbers that clients choose, by a key that clients don't know: a client that could choose texts
// with equal hashes would make every look-up among them slow. One for a whole state; its key is part of the state, and no
// result depends on it. A new key means that tables indexed by the old one have to be indexed again. Rules, Appendix D.

import { type ByteReader, ByteWriter } from "./bytes.ts";
import { halfSipHash } from "./half-sip-hash.ts";

/** Length of a key in hexadecimal digits: 128 bits. */
const KEY_DIGITS = 32;
const WORDS = 4;
/** The text of a look-up begins here; the bytes before it are its owner's number. */
export const TEXT_START = 4;

export class KeyedHash {
  /** All 0 until a key is drawn: two words for texts, two for numbers. */
  readonly #key = new Int32Array(WORDS);
  readonly #sought = new ByteWriter(256);
  #bytes: Uint8Array = new Uint8Array(TEXT_START);
  #stored = new Uint8Array(256);
  /** The last look-up, kept because a placement looks its id up three times. */
  #owner = 0;
  #text: string | null = null;
  #hash = 0;

  /** Whether a key was drawn. */
  get isKeyed(): boolean {
    return this.#key.some((word) => word !== 0);
  }

  /** @param key one that `isKey` accepts */
  setKey(key: string): void {
    for (let i = 0; i < WORDS; i++) this.#key[i] = Number.parseInt(key.slice(i * 8, i * 8 + 8), 16);
    this.#text = null;
  }

  /** The key for `keyedSpread`: the number to add, and the odd number to multiply by. */
  get forNumbers(): readonly [number, number] {
    return [this.#key[2]!, this.#key[3]! | 1];
  }

  /** Sets the text of the next look-up: `bytes` and `hash` are those of this text until another is sought. */
  seek(owner: number, text: string): void {
    if (owner === this.#owner && text === this.#text) return;
    const sought = this.#sought;
    sought.reset();
    // The writer puts the text's length first; the owner's number replaces it.
    sought.text(text);
    const bytes = sought.view();
    writeOwner(bytes, owner);
    this.#owner = owner;
    this.#text = text;
    this.#bytes = bytes;
    this.#hash = halfSipHash(this.#key[0]!, this.#key[1]!, bytes, bytes.length);
  }

  /** The owner's number, and from `TEXT_START` on the text that was sought. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get hash(): number {
    return this.#hash;
  }

  /** The hash of a text that is stored in `memory`. */
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

/** Whether a text is a valid key: 32 lower-case hexadecimal digits, not all of them 0. */
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
