// The prices of one side of a book, and the level at each. Adding or removing a price, and finding the best price or the next
// one behind any price, take a few steps, however many prices there are and however far apart.
//
// A leaf holds 32 neighbouring prices: a word that says which of them have a level, and the levels. Above the leaves are
// words of 32 bits each, one bit for each non-empty word or leaf below, with as many heights as it takes to have all leaves
// under one word.

import { broken } from "../../base/fault.ts";
import { IntMap, NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, LevelNumber, Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";

const WIDTH = 32;
/** The size of a leaf in the pool: its word, then its levels. */
const LEAF = 1 + WIDTH;

export class Ladder {
  /** Whether prices get worse as they fall: true for bids. */
  readonly #falls: boolean;
  /** Leaves by the price of their first place ÷ 32. */
  readonly #leaves = new IntMap(16);
  /** A leaf that is free, or was not used yet, has NONE for all its levels. */
  #pool = new Int32Array(4 * LEAF).fill(NONE);
  #leavesUsed = 0;
  /** The first freed leaf: each holds the number of the next one in place of its word. */
  #freeLeaf = NONE;
  /** The words by height, with their bits inverted, so that a missing word (NONE, −1) reads as one with none set. Made when needed. */
  readonly #empty: IntMap[] = [];
  /** How many heights are in use, and the one word or leaf that all leaves are under. */
  #heights = 0;
  #root = 0;
  #size = 0;
  #bestLevel = NONE;
  #bestPrice = 0;
  #key: readonly [number, number] = [0, 1];

  constructor(side: Side) {
    this.#falls = side === "BUY";
  }

  /** Clients choose prices, so the maps by price are hashed with a key that clients don't know. */
  setKey(key: readonly [number, number]): void {
    this.#key = key;
    this.#leaves.setKey(key);
    for (const words of this.#empty) words.setKey(key);
  }

  /** How many prices there are. */
  get size(): number {
    return this.#size;
  }

  /** The level at the best price, or NONE. */
  best(): number {
    return this.#bestLevel;
  }

  /** The level at a price, or NONE. */
  find(price: Ticks): number {
    const key = above(price);
    const leaf = this.#leaves.get(key);
    return leaf === NONE ? NONE : this.#pool[leaf * LEAF + 1 + (price - key * WIDTH)]!;
  }

  /** The level at the next worse price, or NONE; `price` itself need not have a level. */
  behind(price: Ticks): number {
    const next = this.#next(price);
    return next === NONE ? NONE : this.find(next);
  }

  /** Adds a price that is not on the ladder yet. */
  insert(price: Ticks, level: LevelNumber): void {
    const key = above(price);
    const known = this.#leaves.get(key);
    const leaf = known === NONE ? this.#addLeaf(key) : known;
    const place = price - key * WIDTH;
    const pool = this.#pool;
    // A price between two ticks has no place: its element is undefined, which fails this check as well.
    if (pool[leaf * LEAF + 1 + place] !== NONE) broken("a price stands once, and on a tick", { price, level });
    pool[leaf * LEAF]! |= 1 << place;
    pool[leaf * LEAF + 1 + place] = level;
    this.#size++;
    if (this.#size > 1 && (this.#falls ? price < this.#bestPrice : price > this.#bestPrice)) return;
    this.#bestPrice = price;
    this.#bestLevel = level;
  }

  /** Removes a price that is on the ladder. */
  remove(price: Ticks): void {
    const key = above(price);
    const leaf = this.#leaves.get(key);
    const place = price - key * WIDTH;
    const pool = this.#pool;
    if (!(pool[leaf * LEAF + 1 + place]! >= 0)) broken("a price that goes is there", { price });
    pool[leaf * LEAF]! &= ~(1 << place);
    pool[leaf * LEAF + 1 + place] = NONE;
    this.#size--;
    if (price === this.#bestPrice) {
      const next = this.#next(price);
      if ((next === NONE) !== (this.#size === 0))
        broken("there is a best price while there is any", { next, prices: this.#size });
      this.#bestPrice = next;
      this.#bestLevel = next === NONE ? NONE : this.find(next);
    }
    if (pool[leaf * LEAF] === 0) this.#dropLeaf(key, leaf);
  }

  /** The next worse price, or NONE: in the same leaf, or else under the next bit of a word further up. */
  #next(price: Ticks): number {
    const key = above(price);
    const leaf = this.#leaves.get(key);
    if (leaf !== NONE) {
      const rest = this.#beyond(this.#pool[leaf * LEAF]!, price - key * WIDTH);
      if (rest !== 0) return key * WIDTH + this.#first(rest);
    }
    if (this.#size === 0) return NONE;
    let child = key;
    for (let height = 0; height < this.#heights; height++) {
      const word = above(child);
      const rest = this.#beyond(~this.#empty[height]!.get(word), child - word * WIDTH);
      if (rest !== 0) return this.#descend(word * WIDTH + this.#first(rest), height);
      child = word;
    }
    return NONE;
  }

  /** The best price below the given child of a word at a height. */
  #descend(from: AccountNumber, height: number): number {
    let key = from;
    for (let below = height - 1; below >= 0; below--) {
      key = key * WIDTH + this.#first(~this.#empty[below]!.get(key));
    }
    return key * WIDTH + this.#first(this.#pool[this.#leaves.get(key) * LEAF]!);
  }

  /** The bits of a word that are worse than the one at `place`. */
  #beyond(word: number, place: number): number {
    return this.#falls ? word & ((1 << place) - 1) : word & (-2 << place);
  }

  /** The place of the best bit of a word that has one. */
  #first(word: number): number {
    return 31 - Math.clz32(this.#falls ? word : word & -word);
  }

  #addLeaf(key: number): number {
    const leaf = this.#allocateLeaf();
    this.#pool[leaf * LEAF] = 0;
    this.#leaves.set(key, leaf);
    if (this.#leaves.size === 1) {
      this.#heights = 0;
      this.#root = key;
      return leaf;
    }
    this.#raise(key);
    let child = key;
    for (let height = 0; height < this.#heights; height++) {
      const empty = this.#empty[height]!;
      const word = above(child);
      const before = empty.get(word);
      empty.set(word, before & ~bit(child));
      if (before !== NONE) break;
      child = word;
    }
    return leaf;
  }

  /** Adds words above the root until a new leaf is under it as well. */
  #raise(key: number): void {
    let ancestor = key;
    for (let height = 0; height < this.#heights; height++) ancestor = above(ancestor);
    while (ancestor !== this.#root) {
      const word = above(this.#root);
      if (this.#heights === this.#empty.length) this.#addHeight();
      this.#empty[this.#heights++]!.set(word, ~bit(this.#root));
      this.#root = word;
      ancestor = above(ancestor);
    }
  }

  #addHeight(): void {
    const words = new IntMap(4);
    words.setKey(this.#key);
    this.#empty.push(words);
  }

  #dropLeaf(key: number, leaf: number): void {
    this.#leaves.delete(key);
    this.#pool[leaf * LEAF] = this.#freeLeaf;
    this.#freeLeaf = leaf;
    let child = key;
    for (let height = 0; height < this.#heights; height++) {
      const empty = this.#empty[height]!;
      const word = above(child);
      const after = empty.get(word) | bit(child);
      if (after !== NONE) {
        empty.set(word, after);
        return;
      }
      empty.delete(word);
      child = word;
    }
  }

  #allocateLeaf(): number {
    const free = this.#freeLeaf;
    if (free !== NONE) {
      this.#freeLeaf = this.#pool[free * LEAF]!;
      return free;
    }
    if ((this.#leavesUsed + 1) * LEAF > this.#pool.length) {
      const pool = new Int32Array(this.#pool.length * 2).fill(NONE);
      pool.set(this.#pool);
      this.#pool = pool;
    }
    return this.#leavesUsed++;
  }
}

/** ⌊key ÷ 32⌋: the leaf of a price, or the word above a leaf or word. */
function above(key: Ticks): number {
  // Nearly every price fits in 31 bits, and needs no division then.
  return (key | 0) === key ? key >> 5 : Math.floor(key / WIDTH);
}

/** The bit of a leaf or word within the word above it: a shift counts modulo 32. */
function bit(child: number): number {
  return 1 << child;
}
