// The accounts whose money or positions the current command has changed: they are checked again before it ends. Empty between
// commands, so it is in no snapshot. A list, and a mark for each account because every command asks. Rules 0.4.

import type { AccountNumber } from "../../base/units.ts";

export class Touched {
  #accounts = new Int32Array(16);
  #isMarked = new Uint8Array(this.#accounts.length);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(account: AccountNumber): void {
    if (account >= this.#isMarked.length) this.#grow(account + 1);
    if (this.#isMarked[account] === 1) return;
    this.#isMarked[account] = 1;
    this.#accounts[this.#size++] = account;
  }

  has(account: AccountNumber): boolean {
    return this.#isMarked[account] === 1;
  }

  /** The nth account that was touched. */
  at(n: number): number {
    return this.#accounts[n]!;
  }

  /** Keeps the accounts for which `keeps` is true. */
  retain(keeps: (account: AccountNumber) => boolean): void {
    let kept = 0;
    for (let n = 0; n < this.#size; n++) {
      const account = this.#accounts[n]!;
      if (keeps(account)) this.#accounts[kept++] = account;
      else this.#isMarked[account] = 0;
    }
    this.#size = kept;
  }

  clear(): void {
    for (let n = 0; n < this.#size; n++) this.#isMarked[this.#accounts[n]!] = 0;
    this.#size = 0;
  }

  #grow(least: number): void {
    const length = Math.max(least, this.#isMarked.length * 2);
    const accounts = new Int32Array(length);
    const isMarked = new Uint8Array(length);
    accounts.set(this.#accounts);
    isMarked.set(this.#isMarked);
    this.#accounts = accounts;
    this.#isMarked = isMarked;
  }
}
