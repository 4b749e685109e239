// Venue time on a node that follows: the time of the last batch that it has applied, and what has passed since. Only the leader
// gives time, so a node whose leader is gone waits at the end of a second, as a venue that stands alone does for its tick.

import { SECOND_MS, type SharedClock } from "./clock.ts";

export class AppliedTime implements SharedClock {
  readonly #steady: () => number;
  #at: number;
  #appliedAt: number;
  #last = 0;

  /** @param at of the last batch */
  constructor(at: number, steady: () => number) {
    this.#at = at;
    this.#steady = steady;
    this.#appliedAt = steady();
  }

  /** A batch of this time is applied. */
  applied(at: number): void {
    this.#at = at;
    this.#appliedAt = this.#steady();
  }

  /** Never goes backwards, though a batch may have been long on its way. */
  now(): number {
    const endOfSecond = this.#at - (this.#at % SECOND_MS) + SECOND_MS - 1;
    this.#last = Math.max(this.#last, Math.min(Math.floor(this.#passing()), endOfSecond));
    return this.#last;
  }

  /** By a clock that does not wait: a client's own goes on as well. */
  age(timestamp: number): number {
    return Math.floor(this.#passing()) - timestamp;
  }

  #passing(): number {
    return this.#at + this.#steady() - this.#appliedAt;
  }
}
