// Venue time, divided into seconds that are ticked: it follows the machine's clock and never goes back,
// not even across restarts.
//
// Time does not enter a whole second before that second's tick is in the order of commands: until then it waits at
// .999. So no command is ever stamped at or after a second whose tick comes after it, whether the process was late,
// asleep or stopped in between. Rules 0.1, 0.2, Appendix C.1.

import type { VenueClock } from "@evermark/core";
import { assert, type Millis, millis } from "@evermark/engine";
import { type ClockListener, FollowedClock, type FollowedClockOptions } from "./followed-clock.ts";

export const SECOND_MS = 1_000;

export function wholeSecond(ms: number): Millis {
  return millis(Math.floor(ms / SECOND_MS) * SECOND_MS);
}

/** Venue time, and how it relates to the clocks of signers. */
export interface SharedClock extends VenueClock {
  /**
   * The age of `timestamp` by the signer's clock, in milliseconds, negative when it lies ahead. Windows for signed
   * times are checked against it. It is `now() - timestamp` unless the machine's clock has jumped.
   */
  age(timestamp: number): number;
}

export class TickedClock implements SharedClock {
  readonly #followed: FollowedClock;
  #lastTick: Millis;

  constructor(options: FollowedClockOptions) {
    this.#followed = new FollowedClock(options);
    // The last second in the journal has had its tick: a second's prices are stamped before it, everything else after it.
    this.#lastTick = wholeSecond(options.lastAt > 0 ? options.lastAt : this.#followed.read());
  }

  /** Venue time, as commands are stamped with it and answers show it. */
  now(): number {
    return Math.min(Math.floor(this.#followed.read()), this.#lastTick + SECOND_MS - 1);
  }

  age(timestamp: number): number {
    return Math.floor(this.#followed.age(timestamp));
  }

  /** The latest whole second that has begun, ticked or not. */
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

  /** The last second whose tick is in the order of commands. */
  get lastTick(): Millis {
    return this.#lastTick;
  }

  /** Lets time enter `second`, whose tick has been handed to the sequencer. */
  ticked(second: Millis): void {
    assert(second > this.#lastTick && second % SECOND_MS === 0, "ticks are whole seconds and rise", {
      second,
      lastTick: this.#lastTick,
    });
    this.#lastTick = second;
  }

  /** Moves time forward; the ticker runs the seconds on the way. */
  advance(ms: number): void {
    assert(ms >= 0, "time is only moved forward", { ms });
    this.#followed.advance(ms);
  }

  /** How far the machine's clock is ahead of venue time, in milliseconds; negative behind. */
  get gapMs(): number {
    this.#followed.read();
    return this.#followed.gapMs;
  }

  /** Whether the machine's clock is so far off that an operator must check it. */
  get isDoubted(): boolean {
    this.#followed.read();
    return this.#followed.isDoubted;
  }

  /** Called when an operator confirms the machine's clock. */
  confirm(): void {
    this.#followed.confirm();
  }

  /** From now on reports what happens to the machine's clock to this listener. */
  notify(listener: ClockListener): void {
    this.#followed.notify(listener);
  }
}
