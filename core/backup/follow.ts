// A backup that is never more than a moment old, as long as its place keeps up. It reports when it falls behind and when it
// has caught up, and continues until it is asked to end. A place that can't be reached is tried again.

import { Fault } from "@evermark/engine";
import type { Backup } from "./directory-backup.ts";

interface FollowOptions {
  readonly backup: Pick<Backup, "step" | "close">;
  /** Ends the backup, after the copy in progress is whole. */
  readonly end: AbortSignal;
  readonly say: (line: string) => void;
  readonly clock?: FollowClock;
}

/** This process's clock; it has nothing to do with a venue's time. */
export interface FollowClock {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Waits; returns earlier when `end` is aborted. */
  wait(ms: number, end: AbortSignal): Promise<void>;
  /** Calls `act` again and again until the returned function is called. */
  every(ms: number, act: () => void): () => void;
}

/** From one look to the next. Even with the time of a copy on top, a command is seldom missing for a second. */
const LOOK_MS = 500;
/** How old the copy may be. If it is older, and not renewed within another look, it is reported as falling behind. */
const BEHIND_MS = 1000;
const RETRY_MS_MAX = 30_000;

/** @throws {Fault} for what trying again can't repair: another venue, a damaged journal, another backup in the same place */
export async function follow({ backup, end, say, clock = thisClock }: FollowOptions): Promise<void> {
  const lag = new Lag(clock, say);
  const stop = clock.every(LOOK_MS, () => lag.check());
  let retryMs = LOOK_MS;
  try {
    while (!end.aborted) {
      const at = clock.now();
      const position = await attempt(backup, say, retryMs === LOOK_MS);
      if (position !== undefined) lag.copied(at, position);
      const waited = position === undefined ? retryMs : Math.max(0, LOOK_MS - (clock.now() - at));
      retryMs = position === undefined ? Math.min(2 * retryMs, RETRY_MS_MAX) : LOOK_MS;
      await clock.wait(waited, end);
    }
    // Copies what came since the last look.
    lag.copied(clock.now(), await backup.step());
  } finally {
    stop();
    await backup.close();
  }
}

/** @returns the position at which the copy ends; undefined when the step may be tried again */
async function attempt(backup: Pick<Backup, "step">, say: (line: string) => void, isFirst: boolean) {
  try {
    return await backup.step();
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    if (isFirst) say(`${error.message}; retrying`);
    return undefined;
  }
}

class Lag {
  readonly #clock: FollowClock;
  readonly #say: (line: string) => void;
  /** Everything that was durable at this time is copied; undefined before the first copy. */
  #copiedAt: number | undefined;
  #position = 0;
  #isBehind = false;

  constructor(clock: FollowClock, say: (line: string) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  copied(at: number, position: number): void {
    const isFirst = this.#copiedAt === undefined;
    this.#copiedAt = at;
    this.#position = position;
    const isNear = this.#clock.now() - at <= BEHIND_MS;
    if (isFirst) this.#say(`following from position ${position}`);
    else if (this.#isBehind && isNear) this.#say(`caught up at position ${position}`);
    if (isNear) this.#isBehind = false;
  }

  check(): void {
    if (this.#copiedAt === undefined || this.#isBehind || this.#clock.now() - this.#copiedAt <= BEHIND_MS + LOOK_MS)
      return;
    this.#isBehind = true;
    this.#say(`falling behind: the copy ends at position ${this.#position}, and is more than a second old`);
  }
}

export const thisClock: FollowClock = {
  now: () => performance.now(),
  async wait(ms, end) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const stop = () => resolve();
    end.addEventListener("abort", stop);
    await promise;
    clearTimeout(timer);
    // This waits twice a second for years: listeners left at the signal would add up.
    end.removeEventListener("abort", stop);
  },
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};
