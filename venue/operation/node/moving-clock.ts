// Moves the sandbox's clock on a node of a cluster. The leader, whichever node that is, moves it in stretches; the
// caller is answered once this node has applied all of them. A move that is in the database takes place even if its
// caller, or the node that was asked, goes away.

import type { Unavailable } from "@evermark/core";
import { refusalOf } from "../../wire/api-error.ts";

/** Without a batch for this long, callers no longer wait. */
const SILENT_MS = 13_000;

interface MovingClockParts {
  /** @returns why this node may lack commands that were acknowledged before; null when it has them all */
  readonly upToDate: () => Promise<string | null>;
  /** @param from this node's venue time @returns the time it will be moved to; null when it is unknown whether it will */
  readonly move: (ms: number, from: number) => Promise<number | null>;
  /** Venue time. */
  readonly now: () => number;
  readonly steady: () => number;
}

interface Waiting {
  readonly to: number;
  readonly done: (failure: Unavailable | null) => void;
}

export class MovingClock {
  readonly #parts: MovingClockParts;
  #waiting: Waiting[] = [];
  #heardAt: number;

  constructor(parts: MovingClockParts) {
    this.#parts = parts;
    this.#heardAt = parts.steady();
  }

  /**
   * @returns the new time, in milliseconds @throws {ApiError} core_unavailable: nothing is moved, or it is unknown
   * whether it is
   */
  async advance(ms: number): Promise<number> {
    const { upToDate, move, now } = this.#parts;
    const why = await upToDate();
    if (why !== null) throw refusalOf({ unavailable: `${why}; the clock is not moved` });
    if (ms === 0) return now();
    const to = await move(ms, now());
    if (to === null)
      throw refusalOf(
        uncertain(
          "the database does not answer: whether the clock is moved is not known, so look at its time before moving it again",
        ),
      );
    const failure = await new Promise<Unavailable | null>((done) => {
      this.#waiting.push({ to, done });
      this.#look();
    });
    if (failure !== null) throw refusalOf(failure);
    return now();
  }

  /** Called after each applied batch. */
  applied(): void {
    this.#heardAt = this.#parts.steady();
    this.#look();
  }

  /** Called every second. */
  look(): void {
    this.#look();
    const { steady, now } = this.#parts;
    if (steady() - this.#heardAt < SILENT_MS) return;
    this.#end((to) => uncertain(`no node leads: the clock is at ${now()}, and goes on to ${to} once one does`));
  }

  /** Answers those who wait, because the node stops. */
  stop(): void {
    this.#end((to) => uncertain(`the node is stopping; the clock goes on to ${to}`));
  }

  #look(): void {
    const now = this.#parts.now();
    const isThere = ({ to }: Waiting) => to <= now;
    const there = this.#waiting.filter(isThere);
    this.#waiting = this.#waiting.filter((each) => !isThere(each));
    for (const { done } of there) done(null);
  }

  #end(why: (to: number) => Unavailable): void {
    for (const { to, done } of this.#waiting.splice(0)) done(why(to));
  }
}

function uncertain(unavailable: string): Unavailable {
  return { unavailable, isUncertain: true };
}
