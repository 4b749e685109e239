// A binary heap of rows, ordered by the limit at which each has to be looked at again, least first. Nothing is removed from
// the middle: a caller that lowers a row's limit pushes the row again, and an entry whose limit is no longer the row's
// own is stale.

import type { RowNumber, Ticks } from "../units.ts";

export class BoundHeap {
  #limits = new Float64Array(64);
  #rows = new Int32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The least limit; Infinity when the heap is empty. */
  get least(): Ticks {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#limits[0]!;
  }

  push(limit: Ticks, row: RowNumber): void {
    if (this.#size === this.#limits.length) this.#grow();
    this.#rise(this.#size++, limit, row);
  }

  /** Takes the entry with the least limit. @returns its row */
  pop(): RowNumber {
    const row = this.#rows[0]!;
    this.#size--;
    if (this.#size > 0) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);
    return row;
  }

  /** Drops the entries for which `stays` is false. */
  keep(stays: (row: RowNumber, limit: Ticks) => boolean): void {
    const limits = this.#limits;
    const rows = this.#rows;
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      if (!stays(rows[i]!, limits[i]!)) continue;
      limits[kept] = limits[i]!;
      rows[kept++] = rows[i]!;
    }
    this.#size = kept;
    for (let i = (kept >> 1) - 1; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);
  }

  #rise(from: number, limit: Ticks, row: RowNumber): void {
    const limits = this.#limits;
    const rows = this.#rows;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (limits[parent]! <= limit) break;
      limits[at] = limits[parent]!;
      rows[at] = rows[parent]!;
      at = parent;
    }
    limits[at] = limit;
    rows[at] = row;
  }

  #sink(from: number, limit: Ticks, row: RowNumber): void {
    const limits = this.#limits;
    const rows = this.#rows;
    const size = this.#size;
    let at = from;
    for (let child = at * 2 + 1; child < size; child = at * 2 + 1) {
      if (child + 1 < size && limits[child + 1]! < limits[child]!) child++;
      if (limits[child]! >= limit) break;
      limits[at] = limits[child]!;
      rows[at] = rows[child]!;
      at = child;
    }
    limits[at] = limit;
    rows[at] = row;
  }

  #grow(): void {
    const limits = new Float64Array(this.#size * 2);
    const rows = new Int32Array(this.#size * 2);
    limits.set(this.#limits);
    rows.set(this.#rows);
    this.#limits = limits;
    this.#rows = rows;
  }
}
