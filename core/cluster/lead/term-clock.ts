// The time that a leader gives. Within its term it runs on the steady clock, from what the wall's showed when the term began, so that it
// does not jump. Where the journal's time is ahead of that, because an earlier leader's clock was, it goes on from there, a tenth slower
// until the clock has caught up: time that stood still would bring no tick, and end no deadline.
//
// A sandbox's is moved besides: to where it was to come, one stretch after the other, and from there on with the clock.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Moved } from "../ports/presence.ts";

const SPEED_AHEAD = 0.9;

interface TermClockParts {
  readonly clock: Pick<ClusterClock, "wall" | "steady">;
  readonly moved: () => Moved;
  /** Up to when a batch goes at most behind one of `before`, on the way to `to`: later than the one, no later than the other. */
  readonly stretch: (before: number, to: number) => number;
}

export class TermClock {
  readonly #parts: TermClockParts;
  /** Wall clock less steady clock when the term began. */
  readonly #offset: number;
  /** A time of the journal that was ahead, and when it was found, by the steady clock. */
  #ahead = { at: Number.NEGATIVE_INFINITY, found: 0 };

  constructor(parts: TermClockParts) {
    this.#parts = parts;
    this.#offset = parts.clock.wall() - parts.clock.steady();
  }

  /** In whole milliseconds since 1970. @param at time of the batch before, behind which it does not fall */
  notBefore(at: number): number {
    const { clock, moved, stretch } = this.#parts;
    const { to } = moved();
    const next = at < to ? stretch(at, to) : at;
    if (next < to) return next;
    const now = Math.floor(this.#now());
    if (now >= next) return now;
    this.#ahead = { at: next, found: clock.steady() };
    return next;
  }

  /** Steady time at which it will be so late, if nothing is moved until then. */
  steadyAt(at: number): number {
    const { clock, moved } = this.#parts;
    const { ms, to } = moved();
    if (at <= to) return clock.steady();
    const { at: from, found } = this.#ahead;
    return Math.min(at - ms - this.#offset, found + (at - from) / SPEED_AHEAD);
  }

  #now(): number {
    const { clock, moved } = this.#parts;
    const { at, found } = this.#ahead;
    const steady = clock.steady();
    return Math.max(this.#offset + moved().ms + steady, at + (steady - found) * SPEED_AHEAD);
  }
}
