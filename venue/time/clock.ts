// Venue time: the wall clock plus what the sandbox has moved it by, never going backwards, across restarts too.
//
// Time does not pass a whole second before the tick of that second stands in the order of commands: until then it
// waits at .999. So no command is ever stamped at or after a second whose tick comes after it, whether the process was
// late, asleep or stopped in between. Rules 0.1, 0.2, Appendix C.1.

import { assert } from "@evermark/engine/fault.ts";
import { type Millis, millis } from "@evermark/engine/units.ts";
import type { VenueClock } from "../venue.ts";

export const SECOND_MS = 1_000;

export function wholeSecond(ms: number): Millis {
  return millis(Math.floor(ms / SECOND_MS) * SECOND_MS);
}

export class TickedClock implements VenueClock {
  readonly #wall: () => number;
  #offset = 0;
  #lastWall: number;
  #time: number;
  #lastTick: Millis;

  /**
   * @param options.wall milliseconds since 1970; may step in either direction
   * @param options.lastAt time of the last journaled command; 0 for a new venue
   * @param options.movable a sandbox's clock: it goes on from where it had been moved to
   */
  constructor(options: { readonly wall: () => number; readonly lastAt: number; readonly movable: boolean }) {
    const wall = options.wall();
    this.#wall = options.wall;
    this.#lastWall = wall;
    this.#time = Math.max(wall, options.lastAt);
    if (options.movable) this.#offset = this.#time - wall;
    // A journal's last second has had its tick: prices of a second are stamped before it, all else after it.
    this.#lastTick = wholeSecond(options.lastAt > 0 ? options.lastAt : this.#time);
  }

  /** Venue time as commands are stamped with it and envelopes show it. */
  now(): number {
    return Math.min(Math.floor(this.#read()), this.#lastTick + SECOND_MS - 1);
  }

  /** The latest whole second that is due a tick, ticked or not. */
  get dueSecond(): Millis {
    return wholeSecond(this.#read());
  }

  /** How long until the next whole second, in milliseconds of venue time. */
  get untilNextSecond(): number {
    return SECOND_MS - (this.#read() % SECOND_MS);
  }

  /** How far time has gone past a second, in milliseconds. */
  since(second: Millis): number {
    return this.#read() - second;
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
    this.#read();
    this.#offset += ms;
  }

  #read(): number {
    const wall = this.#wall();
    const elapsed = Math.max(0, wall - this.#lastWall);
    this.#lastWall = wall;
    // Ahead of the wall clock, after that was set back, time goes at half its speed until the two meet.
    this.#time = Math.max(wall + this.#offset, this.#time + elapsed / 2);
    return this.#time;
  }
}
