// A running digest of the engine's answers and of its events about orders, money, positions and prices. A program that replays
// a journal arrives at the same digest, or has done something different. The venue writes the digest into the journal at
// intervals: a command confirms the digest as of the confirmation before it, because its own place in the journal is not
// known when it is written. So each start, and any other program that replays commands, notices a difference, and between
// which commands it arose.
//
// 64 bits computed with 32-bit whole numbers: a guard against accidents, not against an adversary, who would need to change
// the journal's hash chain as well. What the digest covers is part of the engine's behaviour.

import { Fault } from "../base/fault.ts";
import type { ByteReader, ByteWriter } from "../base/storage/bytes.ts";

const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);

export class Digest {
  #a = 0x243f6a88;
  #b = 0x05a308d3;
  /** The digest at the last confirmation, and the number of that command; 0 before the first. */
  #marked = this.text;
  #markedAt = 0;
  /** The number of the confirmation before it: up to there the digests agreed. */
  #agreedAt = 0;

  add(n: number): void {
    // −0 and 0 are equal numbers with unequal bits.
    number[0] = n + 0;
    const a = Math.imul(this.#a ^ halves[0]!, 0x9e3779b1);
    const b = Math.imul(this.#b ^ halves[1]!, 0x85ebca6b);
    this.#a = ((a ^ (a >>> 15)) + b) | 0;
    this.#b = ((b ^ (b >>> 13)) + this.#a) | 0;
  }

  /** The digest that the next confirmation must carry. */
  get marked(): string {
    return this.#marked;
  }

  get text(): string {
    return hex(this.#a) + hex(this.#b);
  }

  /** @throws {Fault} when the program that wrote the confirmation had a different digest */
  confirm(digest: string, commandCount: number): void {
    if (digest !== this.#marked) {
      throw new Fault(
        `what commands ${this.#agreedAt + 1} to ${this.#markedAt} do here is not what they did when they were new ` +
          `(digest ${this.#marked}, then ${digest}): start the Evermark that applied them, and report this`,
      );
    }
    this.#agreedAt = this.#markedAt;
    this.#markedAt = commandCount;
    this.#marked = this.text;
  }

  write(out: ByteWriter): void {
    out.i32(this.#a);
    out.i32(this.#b);
    out.text(this.#marked);
    out.f64(this.#markedAt);
    out.f64(this.#agreedAt);
  }

  read(input: ByteReader): void {
    this.#a = input.i32();
    this.#b = input.i32();
    this.#marked = input.text();
    this.#markedAt = input.f64();
    this.#agreedAt = input.f64();
  }
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
