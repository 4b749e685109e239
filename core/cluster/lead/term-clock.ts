// The time that a leader stamps. Within a term it runs on the steady clock, from what the wall clock showed when the term
// began, so that it does not jump. If the journal's time is ahead of that, because an earlier leader's clock was, time
// continues from the journal's, a tenth slower until the clock has caught up: if it stood still, there would be no ticks,
// and no deadline would pass.
//
// A sandbox's time is moved as well: to its goal in one stretch after the other, and from there on with the clock.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { TimeShift } from "../ports/presence.ts";

const SPEED_AHEAD = 0.9;

interface TermClockParts {
  readonly clock: Pick<ClusterClock, "wall" | "steady">;
  readonly moved: () => TimeShift;
  /**
   * The latest time of a batch that follows one of time `before`, on the way to `to`: later than `before`, no later than
   * `to`.
   */
  readonly stretch: (before: number, to: number) => number;
}

export class TermClock {
  readonly #parts: TermClockParts;
  /** Wall clock minus steady clock when the term began. */
  readonly #offset: number;
  /** A time of the journal that was ahead, and the steady time at which it was found. */
  #ahead = { at: Number.NEGATIVE_INFINITY, found: 0 };

  constructor(parts: TermClockParts) {
    this.#parts = parts;
    this.#offset = parts.clock.wall() - parts.clock.steady();
  }

  /** Time of the next batch, in whole milliseconds since 1970. @param at time of the batch before; the result is no earlier */
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

  /** Steady time at which venue time reaches `at`, if nothing is moved until then. */
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
