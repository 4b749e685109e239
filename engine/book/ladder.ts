// The prices of one side of one book that have orders, in order. The best price needs no search, and neither does a
// price that is known: orders move back and forth over the same prices, so a price that loses its last order keeps its
// place as a gap, until gaps are half of all places or somebody walks down the prices past it. What is a gap is nothing
// that a result depends on.

import { IntMap, NONE } from "../storage/int-map.ts";
import type { Ticks } from "../units.ts";
import type { Side } from "../vocabulary.ts";

/** What stands for the level of a price that has a place and no orders. */
const GAP = -2;
/** So few gaps are never worth closing. */
const GAPS_KEPT = 64;
/** Who walks down the prices takes one after the other, so gaps are closed some way ahead. */
const STEPS_AHEAD = 16;

export class Ladder {
  /** Prices with the sign that makes the best one the greatest: a bid's own, an ask's negated. The best comes last. */
  #keys = new Float64Array(32);
  #size = 0;
  #gaps = 0;
  /** So many places from the best on are known to have no gap among them. */
  #clear = 0;
  readonly #levels = new IntMap(64);
  readonly #sign: 1 | -1;

  constructor(side: Side) {
    this.#sign = side === "BUY" ? 1 : -1;
  }

  /** How many prices have orders. */
  get size(): number {
    return this.#size - this.#gaps;
  }

  /** The level of the best price, or NONE. The last place is never a gap. */
  best(): number {
    return this.#size === 0 ? NONE : this.#levels.get(this.#keys[this.#size - 1]! * this.#sign);
  }

  /** The level that is `depth` prices behind the best (0 is the best), or NONE. */
  at(depth: number): number {
    if (depth === 0) return this.best();
    if (this.#gaps > 0 && depth >= this.#clear) this.#closeGaps(depth * 2 + STEPS_AHEAD);
    return depth < this.#size ? this.#levels.get(this.#keys[this.#size - 1 - depth]! * this.#sign) : NONE;
  }

  /** The level of a price, or NONE. */
  find(price: Ticks): number {
    const level = this.#levels.get(price);
    return level === GAP ? NONE : level;
  }

  /** Adds a price that is not there yet. */
  insert(price: Ticks, level: number): void {
    this.#clear = 0;
    if (this.#levels.get(price) === GAP) this.#gaps--;
    else this.#open(price * this.#sign);
    this.#levels.set(price, level);
  }

  /** Takes out a price that is there. */
  remove(price: Ticks): void {
    this.#clear = 0;
    this.#levels.set(price, GAP);
    this.#gaps++;
    if (price * this.#sign === this.#keys[this.#size - 1]) this.#dropGapsAtBest();
    else if (this.#gaps > GAPS_KEPT && this.#gaps * 2 > this.#size) this.#closeGaps(this.#size);
  }

  #dropGapsAtBest(): void {
    while (this.#size > 0) {
      const price = this.#keys[this.#size - 1]! * this.#sign;
      if (this.#levels.get(price) !== GAP) return;
      this.#levels.delete(price);
      this.#size--;
      this.#gaps--;
    }
  }

  /** Closes the gaps among the best `count` prices. */
  #closeGaps(count: number): void {
    const keys = this.#keys;
    let first = this.#size;
    for (let live = 0; first > 0 && live < count; ) {
      if (this.#levels.get(keys[--first]! * this.#sign) !== GAP) live++;
    }
    let end = first;
    for (let i = first; i < this.#size; i++) {
      const key = keys[i]!;
      const price = key * this.#sign;
      if (this.#levels.get(price) === GAP) this.#levels.delete(price);
      else keys[end++] = key;
    }
    this.#gaps -= this.#size - end;
    this.#size = end;
    this.#clear = end - first;
  }

  /** Makes a place for a key that has none. */
  #open(key: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const i = this.#place(key);
    if (i < this.#size) this.#keys.copyWithin(i + 1, i, this.#size);
    this.#keys[i] = key;
    this.#size++;
  }

  /** The first place whose key is not below `key`. */
  #place(key: number): number {
    const keys = this.#keys;
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
  }
}
