// How many frames of a topic each account has had. There may be a million accounts, and few of them have a client that listens.

import type { Counter } from "./counter.ts";

export class AccountCounts {
  #counts = new Float64Array(64);
  /** Behind the last account that has had one. */
  #end = 0;

  /** @returns the number of the account's next frame */
  add(account: number): number {
    if (account >= this.#counts.length) this.#grow(account);
    if (account >= this.#end) this.#end = account + 1;
    return ++this.#counts[account]!;
  }

  of(account: number): number {
    return this.#counts[account] ?? 0;
  }

  /** Follows the account's number. */
  counterOf(account: number): Readonly<Counter> {
    const countOf = () => this.of(account);
    return {
      get count() {
        return countOf();
      },
    };
  }

  /** By account. A snapshot waits for it, and `Array.from` takes ten times as long. */
  written(): number[] {
    const counts = new Array<number>(this.#end);
    for (let account = 0; account < this.#end; account += 1) counts[account] = this.#counts[account]!;
    return counts;
  }

  restore(written: readonly number[]): void {
    if (written.length > this.#counts.length) this.#grow(written.length);
    this.#counts.set(written);
    this.#end = written.length;
  }

  #grow(account: number): void {
    const counts = new Float64Array(Math.max(this.#counts.length * 2, account + 1));
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
