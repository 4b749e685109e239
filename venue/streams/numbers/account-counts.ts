// Counts one topic's frames for each account. There may be a million accounts, of which few have a client that listens.

import type { Counter } from "./counter.ts";

export class AccountCounts {
  #counts = new Float64Array(64);
  /** One above the highest account that has had a frame. */
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

  /** A live view of the account's count. */
  counterOf(account: number): Readonly<Counter> {
    const countOf = () => this.of(account);
    return {
      get count() {
        return countOf();
      },
    };
  }

  /** Indexed by account. A snapshot waits for this, and `Array.from` takes ten times as long. */
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
