// Pseudo-random numbers that are the same on every machine and JavaScript engine: only 32-bit integers and exact
// divisions. Simulated prices and demo traders draw by key (`hashOf`); `Random` draws a sequence. Not for secrets.

/** 2^32, the number of values of one draw. */
const RANGE = 4_294_967_296;

/** Stirs 32 bits so that each input bit reaches each output bit (the finalizer of MurmurHash3). */
function stir(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number from 0 to 2^32 − 1 that depends on every word and on their order. Words count by their low 32 bits. */
export function hashOf(...words: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const word of words) h = stir((Math.imul(h, 5) + 0xe6546b64) ^ stir(word + 0x7f4a7c15));
  return h;
}

/** A hash of the text's UTF-16 units. */
export function hashOfText(text: string): number {
  let h = text.length;
  for (let i = 0; i < text.length; i++) h = hashOf(h, text.charCodeAt(i));
  return h;
}

/** From 0 to just below 1. */
export function fractionOf(hash: number): number {
  return hash / RANGE;
}

/** A sequence of draws: xoshiro128**, seeded through `hashOf`. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(...seed: readonly number[]) {
    this.#a = hashOf(...seed, 1) | 0;
    this.#b = hashOf(...seed, 2) | 0;
    this.#c = hashOf(...seed, 3) | 0;
    // Never all zero, a state that the generator could not leave.
    this.#d = hashOf(...seed, 4) | 1;
  }

  /** 0 to 2^32 − 1. */
  next(): number {
    const scrambled = Math.imul(rotated(Math.imul(this.#b, 5), 7), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotated(this.#d, 11);
    return scrambled;
  }

  /** From 0 to just below 1. */
  fraction(): number {
    return this.next() / RANGE;
  }

  /** Whole, from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)]!;
  }
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
