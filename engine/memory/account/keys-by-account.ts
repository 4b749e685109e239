// The rows of the key table that belong to each account, as a linked list per account, so that an account's keys can be
// listed without a scan of the table. Rebuilt from the table after a snapshot is read; only lists depend on it.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, KeyNumber } from "../../base/units.ts";

export class KeysByAccount {
  /** By account: the first row of its list. */
  #first = new Int32Array(16).fill(NONE);
  /** By row: the neighbours in its list. */
  #next = new Int32Array(16).fill(NONE);
  #previous = new Int32Array(16).fill(NONE);

  add(account: AccountNumber, row: KeyNumber): void {
    if (account >= this.#first.length) this.#first = grown(this.#first, account);
    if (row >= this.#next.length) {
      this.#next = grown(this.#next, row);
      this.#previous = grown(this.#previous, row);
    }
    const first = this.#first[account]!;
    this.#next[row] = first;
    this.#previous[row] = NONE;
    if (first !== NONE) this.#previous[first] = row;
    this.#first[account] = row;
  }

  remove(account: AccountNumber, row: KeyNumber): void {
    const next = this.#next[row]!;
    const previous = this.#previous[row]!;
    if (previous === NONE) this.#first[account] = next;
    else this.#next[previous] = next;
    if (next !== NONE) this.#previous[next] = previous;
  }

  clear(): void {
    this.#first.fill(NONE);
  }

  /** At most `most` rows of an account, the last added first. */
  rowsOf(account: AccountNumber, most: number): number[] {
    const rows: number[] = [];
    let row = this.#first[account] ?? NONE;
    for (; row !== NONE && rows.length < most; row = this.#next[row]!) rows.push(row);
    return rows;
  }
}

function grown(places: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed + 1, places.length * 2)).fill(NONE);
  larger.set(places);
  return larger;
}
