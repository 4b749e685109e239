// A node's clock, by which the venue would go if this node led. It does not begin to lead while its clock is in doubt: when the venue's
// time, which another clock has given, is far ahead of it, or when it is away from the clocks of PostgreSQL and of the other nodes. Which
// clock is right can't be known from here, so its operator says it: by setting the clock, or by confirming it as that of a venue
// that stands alone is confirmed.

import type { Logger } from "pino";
import type { Condition } from "../reports/readiness.ts";
import type { ClockDoor } from "../time/clock-door.ts";

/** The venue's time may be so far ahead of a claimant's clock. */
const AHEAD_MS = 5_000;
/** A claimant's clock may be so far away from the middle one. */
const AWAY_MS = 1_000;
/** A clock that was confirmed is as it was then, to so much. */
const SAME_MS = 1_000;

interface NodeClockParts {
  /** The machine's own, in milliseconds since 1970. */
  readonly wall: () => number;
  /** Of the last batch, less what a sandbox was moved by. */
  readonly venueTime: () => number;
  /** How far it is ahead of the middle one; null as long as that is not known. */
  readonly aheadMs: () => number | null;
  readonly door: ClockDoor;
  readonly isRight: Condition;
  readonly log: Logger;
}

/** By how much a clock is off, in both ways that count. */
interface Off {
  /** Behind the venue's time; 0 when it is not. */
  readonly behindMs: number;
  /** Ahead of the middle clock, or behind when negative. */
  readonly aheadMs: number;
}

const UNMEASURED = "how far this machine's clock is from PostgreSQL's is not known yet";

const NOT_AT_ALL: Off = { behindMs: 0, aheadMs: 0 };

export class NodeClock {
  readonly #parts: NodeClockParts;
  #isDoubted = false;
  /** As it was when an operator said that it is right. */
  #confirmed: Off = NOT_AT_ALL;

  constructor(parts: NodeClockParts) {
    this.#parts = parts;
  }

  /** Why the venue may not go by it; null where it may. */
  get doubt(): string | null {
    if (this.#parts.aheadMs() === null) return UNMEASURED;
    const doubt = this.#doubt();
    return doubt === null ? null : notLeading(doubt);
  }

  /** Each second. */
  look(): void {
    const { door, wall, isRight, log } = this.#parts;
    if (this.#isDoubted && this.#orElseLog(() => door.isConfirmed(wall()))) {
      this.#confirmed = this.#off();
      log.warn("an operator has confirmed this machine's clock; this node may lead by it");
    }
    const doubt = this.#doubt();
    if (doubt === null) {
      if (isPlain(this.#off())) this.#confirmed = NOT_AT_ALL;
      if (!this.#isDoubted) return;
      this.#isDoubted = false;
      isRight.holds();
      this.#orElseLog(() => door.close());
      return;
    }
    isRight.broken(notLeading(doubt));
    if (this.#isDoubted) return;
    this.#isDoubted = true;
    const [machineTime, venueTime] = [wall(), this.#parts.venueTime()];
    const times = { machine_time: machineTime, venue_time: venueTime };
    log.error(times, `${doubt}: this node does not begin to lead until it is right again or confirmed`);
    this.#orElseLog(() => door.open({ machineTime, venueTime }));
  }

  #off(): Off {
    const { wall, venueTime, aheadMs } = this.#parts;
    return { behindMs: Math.max(0, venueTime() - wall()), aheadMs: aheadMs() ?? 0 };
  }

  /** Null for none. */
  #doubt(): string | null {
    const { behindMs, aheadMs } = this.#off();
    if (behindMs > Math.max(AHEAD_MS, this.#confirmed.behindMs + SAME_MS))
      return `this machine's clock is ${seconds(behindMs)} behind the venue's time`;
    const isConfirmed = Math.abs(aheadMs - this.#confirmed.aheadMs) <= SAME_MS;
    if (Math.abs(aheadMs) <= AWAY_MS || isConfirmed) return null;
    const where = aheadMs > 0 ? "ahead of" : "behind";
    return `this machine's clock is ${seconds(aheadMs)} ${where} the middle one of PostgreSQL's and all nodes' clocks`;
  }

  /** A disk that is full keeps no node from following. */
  #orElseLog<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.#parts.log.error({ err: error }, "the clock's files in the data directory can't be written or read");
      return undefined;
    }
  }
}

function notLeading(doubt: string): string {
  return `${doubt}; this node does not begin to lead`;
}

function isPlain({ behindMs, aheadMs }: Off): boolean {
  return behindMs <= AHEAD_MS && Math.abs(aheadMs) <= AWAY_MS;
}

function seconds(ms: number): string {
  return `${(Math.abs(ms) / 1_000).toFixed(1)} s`;
}
