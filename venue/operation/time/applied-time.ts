// Venue time on a following node: the time of the last batch that it applied, plus the time since. Only the leader sets
// the time, so a node without a leader waits at the end of a second, as a venue without a cluster does for its tick.
// When a sandbox's clock is moved, time leaps, and clients learn of the leap from the next answer.

import { SECOND_MS, type SharedClock } from "./clock.ts";

/** A batch that is ahead of the time passed by more than this has leapt. */
const LEAP_MS = 2_000;
/** For this long after a leap, a client may sign by the time before it. */
const UNHEARD_MS = 10_000;

interface Leap {
  readonly to: number;
  readonly byMs: number;
  /** By the steady clock. */
  readonly happenedAt: number;
}

export class AppliedTime implements SharedClock {
  readonly #steady: () => number;
  readonly #isMovable: boolean;
  #at: number;
  #appliedAt: number;
  #last = 0;
  /** Leaps that clients may not know of yet, the latest last. */
  #leaps: Leap[] = [];

  /**
   * @param at the time of the last batch
   * @param isMovable true in a sandbox: elsewhere a leap is time that has really passed, and ages earlier signatures
   */
  constructor(at: number, steady: () => number, isMovable: boolean) {
    this.#at = at;
    this.#steady = steady;
    this.#isMovable = isMovable;
    this.#appliedAt = steady();
  }

  /** Called when a batch of this time was applied. */
  applied(at: number): void {
    const happenedAt = this.#steady();
    const byMs = at - this.#passing();
    this.#leaps = this.#leaps.filter((leap) => happenedAt - leap.happenedAt < UNHEARD_MS);
    if (this.#isMovable && byMs > LEAP_MS) this.#leaps.push({ to: at, byMs, happenedAt });
    this.#at = at;
    this.#appliedAt = happenedAt;
  }

  /** Never goes back, even if a batch was delayed. */
  now(): number {
    const endOfSecond = this.#at - (this.#at % SECOND_MS) + SECOND_MS - 1;
    this.#last = Math.max(this.#last, Math.min(Math.floor(this.#passing()), endOfSecond));
    return this.#last;
  }

  /**
   * Counts on a clock that does not wait, because the client's own clock does not, and that leaves out leaps
   * of the last seconds.
   */
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
