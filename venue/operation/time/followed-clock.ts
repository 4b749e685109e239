// How the venue follows the clock on the wall: time runs on a clock that can't be set, and corrections of the wall's are
// adopted by one rule.
//
// - Off by no more than ten seconds: time goes a tenth faster or slower until the two agree.
// - Ahead by more, within the limit: adopted at once, as after a sleep. Behind by more: time goes a tenth slower.
// - Off by more than the limit: in doubt. Time runs on by itself until the wall's clock is back, or is confirmed.
//
// Time never goes back. Which clock is right can't be known from here: what is doubted stops trading, and a human decides.

import type { MachineClocks } from "./machine-clocks.ts";

const GENTLE_MS = 10_000;
const SPEED_CHANGE = 0.1;
/** What the machine says of its sleep is this exact. */
const SLEEP_MS = 2_000;
/** A venue that was stopped for longer does not take the wall's word for it, if it doubts anything at all. */
const STOPPED_MAX_MS = 7 * 86_400_000;

/** What becomes of the wall's clock, reported while it is read. `gapMs` is how far it is ahead of time, negative behind. */
export interface ClockListener {
  doubted(gapMs: number): void;
  /** It is back, or was confirmed. */
  trusted(gapMs: number, isConfirmed: boolean): void;
  /** Time has gone forward by this at once. */
  adopted(ms: number): void;
}

export interface FollowedClockOptions {
  readonly clocks: MachineClocks;
  /** Time of the last journaled command; 0 for a new venue. */
  readonly lastAt: number;
  /** A sandbox's: it goes on from where it had been moved to. */
  readonly movable: boolean;
  /** Off by more than this, the wall's clock is in doubt; `Infinity` for never. */
  readonly limitMs: number;
  /** It was in doubt when the venue ended: a start alone does not make it right. */
  readonly wasDoubted: boolean;
}

export class FollowedClock {
  readonly #clocks: MachineClocks;
  readonly #limitMs: number;
  #time: number;
  /** By how much a sandbox has been moved: its clients' clocks are, too. */
  #offset = 0;
  #steadyAt: number;
  #asleepAt: number;
  #gap = 0;
  /** How far the wall's clock may be behind because an operator has said so; at most 0. */
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

  /** From now on notified. */
  notify(listener: ClockListener): void {
    this.#listener = listener;
  }

  /** Milliseconds since 1970, with parts of one. */
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
    // Notified last: the listener may read the time again.
    if (this.#isDoubted && !wasDoubted) this.#listener.doubted(gap);
    if (!this.#isDoubted && wasDoubted) this.#listener.trusted(gap, false);
    if (atOnce > 0) this.#listener.adopted(atOnce);
    return this.#time;
  }

  /** How far the wall's clock was ahead of time when that was read last, in milliseconds; negative behind. */
  get gapMs(): number {
    return this.#gap;
  }

  get isDoubted(): boolean {
    return this.#isDoubted;
  }

  /**
   * How far `timestamp` lies back by the clock of its signer, in milliseconds, negative ahead. While time and the
   * wall's clock are far apart a client may have either, so the nearer one counts.
   */
  age(timestamp: number): number {
    const byTime = this.read() - timestamp;
    if (Math.abs(this.#gap) <= GENTLE_MS) return byTime;
    const byWall = byTime + this.#gap;
    return Math.abs(byWall) < Math.abs(byTime) ? byWall : byTime;
  }

  /** An operator says that the wall's clock is right. What it is ahead is adopted; what it is behind, by and by. */
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

  /** The sandbox moves time, and with it what its clients' clocks should show. */
  advance(ms: number): void {
    this.read();
    this.#time += ms;
    this.#offset += ms;
  }

  #isOff(gap: number): boolean {
    return Math.min(Math.abs(gap), Math.abs(gap - this.#confirmedGap)) > this.#limitMs;
  }

  /**
   * Lets time come nearer to the wall's clock, by as much as `passed` milliseconds allow.
   * @returns what was adopted at once
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

  /** How long the machine has slept since this was asked last; asked only when the clocks disagree. */
  #slept(): number {
    const asleep = this.#clocks.asleep();
    const slept = asleep - this.#asleepAt;
    if (slept < SLEEP_MS) return 0;
    this.#asleepAt = asleep;
    return slept;
  }
}

/** The latest time that a client may have been shown of a second whose commands end at `at`. */
function latestIn(at: number): number {
  return at - (at % 1_000) + 999;
}
