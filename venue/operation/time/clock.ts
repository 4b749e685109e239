// Venue time in seconds that are ticked: the followed clock, never going backwards, across restarts too.
//
// Time does not pass a whole second before the tick of that second stands in the order of commands: until then it
// waits at .999. So no command is ever stamped at or after a second whose tick comes after it, whether the process was
// late, asleep or stopped in between. Rules 0.1, 0.2, Appendix C.1.

import type { VenueClock } from "@evermark/core";
import { assert, type Millis, millis } from "@evermark/engine";
import { type ClockListener, FollowedClock, type FollowedClockOptions } from "./followed-clock.ts";

export const SECOND_MS = 1_000;

export function wholeSecond(ms: number): Millis {
  return millis(Math.floor(ms / SECOND_MS) * SECOND_MS);
}

/** Venue time beside the clocks of those who sign for it. */
export interface SharedClock extends VenueClock {
  /**
   * How long ago by the signer's clock `timestamp` was, in milliseconds, negative when it lies ahead: what windows for
   * signed times are held against. It is `now() - timestamp` unless the machine's clock has jumped.
   */
  age(timestamp: number): number;
}

export class TickedClock implements SharedClock {
  readonly #followed: FollowedClock;
  #lastTick: Millis;

  constructor(options: FollowedClockOptions) {
    this.#followed = new FollowedClock(options);
    // A journal's last second has had its tick: prices of a second are stamped before it, all else after it.
    this.#lastTick = wholeSecond(options.lastAt > 0 ? options.lastAt : this.#followed.read());
  }

  /** Venue time as commands are stamped with it and envelopes show it. */
  now(): number {
    return Math.min(Math.floor(this.#followed.read()), this.#lastTick + SECOND_MS - 1);
  }

  age(timestamp: number): number {
    return Math.floor(this.#followed.age(timestamp));
  }

  /** The latest whole second that is due a tick, ticked or not. */
  get dueSecond(): Millis {
    return wholeSecond(this.#followed.read());
  }

  /** How long until the next tick is due, in milliseconds of venue time; 0 when it is. */
  get untilNextTick(): number {
    return Math.max(0, this.#lastTick + SECOND_MS - this.#followed.read());
  }

  /** How far time has gone past a second, in milliseconds. */
  since(second: Millis): number {
    return this.#followed.read() - second;
  }

  /** The last second whose tick stands in the order of commands. */
  get lastTick(): Millis {
    return this.#lastTick;
  }

  /** Lets time pass `second`: its tick has been handed to the sequencer. */
  ticked(second: Millis): void {
    assert(second > this.#lastTick && second % SECOND_MS === 0, "ticks are whole seconds and rise", {
      second,
      lastTick: this.#lastTick,
    });
    this.#lastTick = second;
  }

  /** Moves time forward; what is due on the way falls to the ticker. */
  advance(ms: number): void {
    assert(ms >= 0, "time is only moved forward", { ms });
    this.#followed.advance(ms);
  }

  /** How far the machine's clock is ahead of venue time, in milliseconds; negative behind. */
  get gapMs(): number {
    this.#followed.read();
    return this.#followed.gapMs;
  }

  /** Whether the machine's clock is so far off that a human has to look at it. */
  get isDoubted(): boolean {
    this.#followed.read();
    return this.#followed.isDoubted;
  }

  /** An operator says that the machine's clock is right. */
  confirm(): void {
    this.#followed.confirm();
  }

  /** From now on notified of what becomes of the machine's clock. */
  notify(listener: ClockListener): void {
    this.#followed.notify(listener);
  }
}
