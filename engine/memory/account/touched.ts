// Which accounts a command has changed the money or the positions of: they are looked at again before it ends. Empty
// between commands, so no snapshot has it. A list and a mark for each account, because every command asks. Rules 0.4.

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

  /** The nth that was touched. */
  at(n: number): number {
    return this.#accounts[n]!;
  }

  /** Keeps those that a look at them does not settle. */
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
