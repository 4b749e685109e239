// The prices of one side of one book that have orders, in order. The best is the last element, where most changes
// happen, so that an insertion or removal near it moves little; the best price needs no search.

import { NONE } from "../storage/int-map.ts";
import type { Ticks } from "../units.ts";
import type { Side } from "../vocabulary.ts";

export class Ladder {
  /** Prices with the sign that makes the best one the greatest: a bid's own, an ask's negated. */
  #keys = new Float64Array(32);
  #levels = new Int32Array(32);
  #size = 0;
  readonly #sign: 1 | -1;

  constructor(side: Side) {
    this.#sign = side === "BUY" ? 1 : -1;
  }

  get size(): number {
    return this.#size;
  }

  /** The level of the best price, or NONE. */
  best(): number {
    return this.#size === 0 ? NONE : this.#levels[this.#size - 1]!;
  }

  /** The level that is `depth` prices behind the best (0 is the best), or NONE. */
  at(depth: number): number {
    return depth < this.#size ? this.#levels[this.#size - 1 - depth]! : NONE;
  }

  /** The level of a price, or NONE. */
  find(price: Ticks): number {
    const key = price * this.#sign;
    const i = this.#place(key);
    return i < this.#size && this.#keys[i] === key ? this.#levels[i]! : NONE;
  }

  /** Adds a price that is not there yet. */
  insert(price: Ticks, level: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const key = price * this.#sign;
    const i = this.#place(key);
    if (i < this.#size) {
      this.#keys.copyWithin(i + 1, i, this.#size);
      this.#levels.copyWithin(i + 1, i, this.#size);
    }
    this.#keys[i] = key;
    this.#levels[i] = level;
    this.#size++;
  }

  /** Takes out a price that is there. */
  remove(price: Ticks): void {
    const i = this.#place(price * this.#sign);
    this.#size--;
    if (i < this.#size) {
      this.#keys.copyWithin(i, i + 1, this.#size + 1);
      this.#levels.copyWithin(i, i + 1, this.#size + 1);
    }
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
    const levels = new Int32Array(keys.length);
    keys.set(this.#keys);
    levels.set(this.#levels);
    this.#keys = keys;
    this.#levels = levels;
  }
}
