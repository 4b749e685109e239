// Venue time on a node that follows: the time of the last batch that it has applied, and what has passed since. Only the leader
// gives time, so a node whose leader is gone waits at the end of a second, as a venue that stands alone does for its tick. Where a sandbox's
// clock is moved it leaps, and clients hear of that from the next answer.

import { SECOND_MS, type SharedClock } from "./clock.ts";

/** More than this ahead of what has passed, a batch has leapt. */
const LEAP_MS = 2_000;
/** So long after a leap a client may sign by the time of before. */
const UNHEARD_MS = 10_000;

interface Leap {
  readonly to: number;
  readonly byMs: number;
  /** Steady time. */
  readonly happenedAt: number;
}

export class AppliedTime implements SharedClock {
  readonly #steady: () => number;
  readonly #isMovable: boolean;
  #at: number;
  #appliedAt: number;
  #last = 0;
  /** Those that clients may not have heard of, the latest last. */
  #leaps: Leap[] = [];

  /**
   * @param at of the last batch
   * @param isMovable of a sandbox: elsewhere time that leaps has passed for all that was signed before
   */
  constructor(at: number, steady: () => number, isMovable: boolean) {
    this.#at = at;
    this.#steady = steady;
    this.#isMovable = isMovable;
    this.#appliedAt = steady();
  }

  /** A batch of this time is applied. */
  applied(at: number): void {
    const happenedAt = this.#steady();
    const byMs = at - this.#passing();
    this.#leaps = this.#leaps.filter((leap) => happenedAt - leap.happenedAt < UNHEARD_MS);
    if (this.#isMovable && byMs > LEAP_MS) this.#leaps.push({ to: at, byMs, happenedAt });
    this.#at = at;
    this.#appliedAt = happenedAt;
  }

  /** Never goes backwards, though a batch may have been long on its way. */
  now(): number {
    const endOfSecond = this.#at - (this.#at % SECOND_MS) + SECOND_MS - 1;
    this.#last = Math.max(this.#last, Math.min(Math.floor(this.#passing()), endOfSecond));
    return this.#last;
  }

  /** By a clock that does not wait, for a client's own goes on as well, and that has not leapt within the last seconds. */
  age(timestamp: number): number {
    const now = this.#steady();
    let age = Math.floor(this.#passing()) - timestamp;
    for (const { to, byMs, happenedAt } of this.#leaps)
      if (timestamp < to && now - happenedAt < UNHEARD_MS) age -= Math.min(Math.floor(byMs), to - timestamp);
    return age;
  }

  #passing(): number {
    return this.#at + this.#steady() - this.#appliedAt;
  }
}
