// The parts of a message as bytes: numbers, node ids, terms, hashes, pieces of bytes. The reader trusts nothing: from the
// first part on that is missing or invalid, everything it returns is empty, and the message is not whole.

import { HASH_BYTES } from "@evermark/journal/checksums.ts";
import { NO_TERM, type NodeId, type Term } from "../records/term.ts";

const ROOM = 1024;

export class MessageWriter {
  #bytes = new Uint8Array(ROOM);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  byte(value: number): void {
    const at = this.#take(1);
    this.#view.setUint8(at, value);
  }

  /** A whole number up to 2^32 − 1. */
  short(value: number): void {
    const at = this.#take(4);
    this.#view.setUint32(at, value, true);
  }

  /** A whole number up to 2^53 − 1. */
  number(value: number): void {
    const at = this.#take(8);
    this.#view.setFloat64(at, value, true);
  }

  node(id: NodeId): void {
    const at = this.#take(8);
    this.#view.setBigUint64(at, BigInt(`0x${id || 0}`), true);
  }

  term({ timeline, epoch, node }: Term): void {
    this.number(timeline);
    this.number(epoch);
    this.node(node);
  }

  hash(hash: Uint8Array): void {
    const at = this.#take(HASH_BYTES);
    this.#bytes.set(hash, at);
  }

  piece(bytes: Uint8Array): void {
    this.short(bytes.length);
    const at = this.#take(bytes.length);
    this.#bytes.set(bytes, at);
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Reserves bytes at the end. @returns where they begin */
  #take(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}

export class MessageReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #isBroken = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether everything that was read was there, and nothing is left. */
  get isWhole(): boolean {
    return !this.#isBroken && this.#at === this.#bytes.length;
  }

  byte(): number {
    return this.#has(1) ? this.#view.getUint8(this.#at++) : 0;
  }

  short(): number {
    if (!this.#has(4)) return 0;
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  number(): number {
    if (!this.#has(8)) return 0;
    const value = this.#view.getFloat64(this.#at, true);
    if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) return this.#break(0);
    this.#at += 8;
    return value;
  }

  node(): NodeId {
    if (!this.#has(8)) return "";
    const id = this.#view.getBigUint64(this.#at, true);
    this.#at += 8;
    return id === 0n ? "" : id.toString(16).padStart(16, "0");
  }

  term(): Term {
    const term = { timeline: this.number(), epoch: this.number(), node: this.node() };
    return this.#isBroken ? NO_TERM : term;
  }

  hash(): Uint8Array {
    return this.#slice(HASH_BYTES);
  }

  piece(): Uint8Array {
    return this.#slice(this.short());
  }

  /** Reads a list of items that take at least `bytesEach` bytes each; its length comes first. */
  list<Item>(bytesEach: number, read: () => Item): Item[] {
    const count = this.short();
    if (!this.#has(count * bytesEach)) return [];
    return Array.from({ length: count }, read);
  }

  #slice(length: number): Uint8Array {
    if (!this.#has(length)) return new Uint8Array(0);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #has(bytes: number): boolean {
    if (this.#at + bytes > this.#bytes.length) this.#isBroken = true;
    return !this.#isBroken;
  }

  #break<Value>(value: Value): Value {
    this.#isBroken = true;
    return value;
  }
}
