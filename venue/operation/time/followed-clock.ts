// How venue time follows the machine's wall clock: it runs on a steady clock that can't be set, and adopts the wall
// clock's corrections by one rule.
//
// - Off by no more than ten seconds: time runs a tenth faster or slower until the two agree.
// - Ahead by more, within the limit: adopted at once, as after a sleep. Behind by more: time runs a tenth slower.
// - Off by more than the limit: in doubt. Time runs on by itself until the wall clock is back, or is confirmed.
//
// Time never goes back. The program can't know which clock is right: a doubt stops trading, and an operator decides.

import type { MachineClocks } from "./machine-clocks.ts";

const GENTLE_MS = 10_000;
const SPEED_CHANGE = 0.1;
/** The accuracy of the machine's measure of its own sleep. */
const SLEEP_MS = 2_000;
/** After a longer stop, the wall clock is not believed without confirmation, unless there is no limit. */
const STOPPED_MAX_MS = 7 * 86_400_000;

/**
 * Notified, while the clock is read, of what happens to the wall clock. `gapMs` is how far it is ahead of
 * venue time, negative behind.
 */
export interface ClockListener {
  doubted(gapMs: number): void;
  /** The clock is right again, or was confirmed. */
  trusted(gapMs: number, isConfirmed: boolean): void;
  /** Time has moved forward by this much at once. */
  adopted(ms: number): void;
}

export interface FollowedClockOptions {
  readonly clocks: MachineClocks;
  /** The time of the last journaled command; 0 for a new venue. */
  readonly lastAt: number;
  /** True for a sandbox, which goes on from the time to which it was moved. */
  readonly movable: boolean;
  /** If the wall clock is off by more than this, it is in doubt; `Infinity` for never. */
  readonly limitMs: number;
  /** Whether the clock was in doubt when the venue ended: a restart by itself does not make it right. */
  readonly wasDoubted: boolean;
}

export class FollowedClock {
  readonly #clocks: MachineClocks;
  readonly #limitMs: number;
  #time: number;
  /** By how much a sandbox's time has been moved; its clients' clocks are taken to be moved too. */
  #offset = 0;
  #steadyAt: number;
  #asleepAt: number;
  #gap = 0;
  /** How far the wall clock may be behind because an operator has confirmed it; at most 0. */
  #confirmedGap = 0;
  #isDoubted = false;
  #listener: ClockListener = { doubted() {}, trusted() {}, adopted() {} };

  constructor({ clocks, lastAt, movable, limitMs, wasDoubted }: FollowedClockOptions) {
    const wall = clocks.wall();
    this.#clocks = clocks;
    this.#limitMs = limitMs;
    this.#steadyAt = clocks.steady();
    this.#asleepAt = clocks.asleep();
    const stopped = wall - lastAt;
    const isBelieved =
      lastAt === 0 || limitMs === Number.POSITIVE_INFINITY || (stopped <= STOPPED_MAX_MS && !wasDoubted);
    this.#time = wall >= lastAt && (movable || isBelieved) ? wall : latestIn(lastAt);
    if (movable) this.#offset = this.#time - wall;
    this.#gap = wall + this.#offset - this.#time;
    this.#isDoubted = this.#isOff(this.#gap);
  }

  /** From now on, notifies this listener. */
  notify(listener: ClockListener): void {
    this.#listener = listener;
  }

  /** Milliseconds since 1970, with a fraction. */
  read(): number {
    const steady = this.#clocks.steady();
    const passed = Math.max(0, steady - this.#steadyAt);
    this.#steadyAt = steady;
    let atOnce = 0;
    let gap = this.#clocks.wall() + this.#offset - this.#time - passed;
    if (Math.abs(gap) >= SLEEP_MS) {
      const slept = this.#slept();
      gap -= slept;
      atOnce = slept;
    }
    this.#time += passed + atOnce;
    this.#gap = gap;
    const wasDoubted = this.#isDoubted;
    this.#isDoubted = this.#isOff(gap);
    if (!this.#isDoubted) atOnce += this.#follow(passed);
    // Notified last, because the listener may read the time again.
    if (this.#isDoubted && !wasDoubted) this.#listener.doubted(gap);
    if (!this.#isDoubted && wasDoubted) this.#listener.trusted(gap, false);
    if (atOnce > 0) this.#listener.adopted(atOnce);
    return this.#time;
  }

  /** How far the wall clock was ahead of venue time when that was last read, in milliseconds; negative behind. */
  get gapMs(): number {
    return this.#gap;
  }

  get isDoubted(): boolean {
    return this.#isDoubted;
  }

  /**
   * The age of `timestamp` by its signer's clock, in milliseconds, negative ahead. While venue time and the wall clock
   * are far apart, a client may go by either, so the nearer one counts.
   */
  age(timestamp: number): number {
    const byTime = this.read() - timestamp;
    if (Math.abs(this.#gap) <= GENTLE_MS) return byTime;
    const byWall = byTime + this.#gap;
    return Math.abs(byWall) < Math.abs(byTime) ? byWall : byTime;
  }

  /**
   * An operator confirms the wall clock. If it is ahead, it is adopted at once; if it is behind, time slows
   * down until they meet.
   */
  confirm(): void {
    this.read();
    if (!this.#isDoubted) return;
    this.#confirmedGap = Math.min(0, this.#gap);
    this.#isDoubted = false;
    const gap = this.#gap;
    const atOnce = this.#follow(0);
    this.#listener.trusted(gap, true);
    if (atOnce > 0) this.#listener.adopted(atOnce);
  }

  /** The sandbox moves time, and with it the clocks that its clients are taken to have. */
  advance(ms: number): void {
    this.read();
    this.#time += ms;
    this.#offset += ms;
  }

  #isOff(gap: number): boolean {
    return Math.min(Math.abs(gap), Math.abs(gap - this.#confirmedGap)) > this.#limitMs;
  }

  /**
   * Moves time closer to the wall clock, by as much as `passed` milliseconds allow.
   * @returns the amount adopted at once
   */
  #follow(passed: number): number {
    const most = passed * SPEED_CHANGE;
    const isAtOnce = this.#gap > GENTLE_MS;
    const step = isAtOnce ? this.#gap : Math.max(-most, Math.min(most, this.#gap));
    this.#time += step;
    this.#gap -= step;
    this.#confirmedGap = Math.min(0, Math.max(this.#confirmedGap, this.#gap));
    return isAtOnce ? step : 0;
  }

  /** How long the machine has slept since the last call; called only when the clocks disagree. */
  #slept(): number {
    const asleep = this.#clocks.asleep();
    const slept = asleep - this.#asleepAt;
    if (slept < SLEEP_MS) return 0;
    this.#asleepAt = asleep;
    return slept;
  }
}

/** The latest time that a client may have been shown, when the last command is at `at`. */
function latestIn(at: number): number {
  return at - (at % 1_000) + 999;
}
