// The time that a leader gives. Within its term it runs on the steady clock, from what the wall's showed when the term began, so that it
// does not jump. Where the journal's time is ahead of that, because an earlier leader's clock was, it goes on from there, a tenth slower
// until the clock has caught up: time that stood still would bring no tick, and end no deadline.

import type { ClusterClock } from "../ports/cluster-clock.ts";

const SPEED_AHEAD = 0.9;

export class TermClock {
  readonly #clock: Pick<ClusterClock, "steady">;
  /** Wall clock less steady clock when the term began. */
  readonly #offset: number;
  /** A time of the journal that was ahead, and when it was found, by the steady clock. */
  #ahead = { at: Number.NEGATIVE_INFINITY, found: 0 };

  constructor(clock: Pick<ClusterClock, "wall" | "steady">) {
    this.#clock = clock;
    this.#offset = clock.wall() - clock.steady();
  }

  /** In whole milliseconds since 1970. @param at time of the batch before, behind which it does not fall */
  notBefore(at: number): number {
    const now = Math.floor(this.#now());
    if (now >= at) return now;
    this.#ahead = { at, found: this.#clock.steady() };
    return at;
  }

  /** Steady time at which it will be so late. */
  steadyAt(at: number): number {
    const { at: from, found } = this.#ahead;
    return Math.min(at - this.#offset, found + (at - from) / SPEED_AHEAD);
  }

  #now(): number {
    const { at, found } = this.#ahead;
    const steady = this.#clock.steady();
    return Math.max(this.#offset + steady, at + (steady - found) * SPEED_AHEAD);
  }
}
