// A hash map from whole numbers to slot numbers in two typed arrays: no allocation per entry, and no iteration, so no result
// can come to depend on its order. Open addressing, linear probing, removal by shifting back.
//
// Where clients choose the numbers, the map is given a key that they don't know; numbers that the engine counts need none.

const EMPTY = -1;
/** The answer for a key that a map does not hold; also ends a list of slots. */
export const NONE = -1;

export class IntMap {
  #keys: Float64Array;
  #slots: Int32Array;
  #mask: number;
  #size = 0;
  /** The key. The factor is odd, so that no two numbers are mapped to one. */
  #added = 0;
  #factor = 1;

  constructor(capacity = 16) {
    this.#keys = new Float64Array(capacity).fill(EMPTY);
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** @param key `KeyedHash.forNumbers` */
  setKey([added, factor]: readonly [number, number]): void {
    this.#added = added;
    this.#factor = factor;
    this.#grow(this.#keys.length);
  }

  /** @returns the slot of a key, or NONE; a key below 0 is never there */
  get(key: number): number {
    const keys = this.#keys;
    const mask = this.#mask;
    let i = this.#home(key) & mask;
    for (;;) {
      const found = keys[i];
      // EMPTY is tested first, so that looking up −1 by mistake gives NONE as well.
      if (found === EMPTY) return NONE;
      if (found === key) return this.#slots[i]!;
      i = (i + 1) & mask;
    }
  }

  set(key: number, slot: number): void {
    if (this.#size * 2 > this.#mask) this.#grow(this.#keys.length * 2);
    const keys = this.#keys;
    const mask = this.#mask;
    let i = this.#home(key) & mask;
    while (keys[i] !== EMPTY && keys[i] !== key) i = (i + 1) & mask;
    if (keys[i] === EMPTY) this.#size++;
    keys[i] = key;
    this.#slots[i] = slot;
  }

  delete(key: number): void {
    const keys = this.#keys;
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = this.#home(key) & mask;
    while (keys[hole] !== key) {
      if (keys[hole] === EMPTY) return;
      hole = (hole + 1) & mask;
    }
    this.#size--;
    // Entries behind the hole move into it unless that would put them before their home place.
    for (let i = (hole + 1) & mask; keys[i] !== EMPTY; i = (i + 1) & mask) {
      const home = this.#home(keys[i]!) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        keys[hole] = keys[i]!;
        slots[hole] = slots[i]!;
        hole = i;
      }
    }
    keys[hole] = EMPTY;
  }

  /** Removes all keys, but keeps the capacity. */
  clear(): void {
    this.#keys.fill(EMPTY);
    this.#size = 0;
  }

  /** Makes room for `size` keys at once. */
  reserve(size: number): void {
    let capacity = this.#keys.length;
    while (size * 2 > capacity) capacity *= 2;
    if (capacity > this.#keys.length) this.#grow(capacity);
  }

  #home(key: number): number {
    return keyedSpread(key, this.#added, this.#factor);
  }

  #grow(capacity: number): void {
    const keys = this.#keys;
    const slots = this.#slots;
    this.#keys = new Float64Array(capacity).fill(EMPTY);
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
    this.#size = 0;
    for (let i = 0; i < keys.length; i++) if (keys[i] !== EMPTY) this.set(keys[i]!, slots[i]!);
  }
}

/** Spreads neighbouring numbers that the engine counts; they may exceed 32 bits, so the high part is folded in. */
export function spread(key: number): number {
  const low = key | 0;
  // Nearly every key is a small id, which needs no division.
  const folded = low === key ? low : low ^ Math.imul(Math.floor(key / 4_294_967_296), 0x85ebca6b);
  const mixed = Math.imul(folded, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Spreads numbers that clients choose, by a key that clients don't know. @param factor odd */
export function keyedSpread(key: number, added: number, factor: number): number {
  const low = key | 0;
  const word = low === key ? low : low ^ mixed(Math.floor(key / 4_294_967_296), added, factor);
  return mixed(word, added, factor);
}

function mixed(word: number, added: number, factor: number): number {
  const once = Math.imul(word ^ added, 0x9e3779b1);
  const twice = Math.imul(once ^ (once >>> 15), factor);
  // A different shift from the first: with a factor of 1 two equal ones would undo each other.
  return twice ^ (twice >>> 13);
}
