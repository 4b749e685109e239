// A node's clock, which would set the venue's time if this node led. A node does not begin to lead while its clock is
// in doubt: when the venue's time, set by another clock, is far ahead of it, or when it is far from the clocks of
// PostgreSQL and the other nodes. The program can't know which clock is right, so the node's operator decides, by
// setting the clock or by confirming it as in a venue without a cluster.

import type { Logger } from "pino";
import type { Condition } from "../reports/readiness.ts";
import type { ClockConfirmation } from "../time/clock-confirmation.ts";

/** How far the venue's time may be ahead of the clock of a node that is to lead. */
const AHEAD_MS = 5_000;
/** How far from the median clock the clock of a node that is to lead may be. */
const AWAY_MS = 1_000;
/** By how much a confirmed clock may change and still count as confirmed. */
const SAME_MS = 1_000;

interface NodeClockParts {
  /** The machine's clock, in milliseconds since 1970. */
  readonly wall: () => number;
  /** The time of the last batch, less the amount by which a sandbox was moved. */
  readonly venueTime: () => number;
  /** How far the clock is ahead of the median clock; null while that is unknown. */
  readonly aheadMs: () => number | null;
  readonly door: ClockConfirmation;
  readonly isRight: Condition;
  readonly log: Logger;
}

/** How far a clock is off, in the two ways that matter. */
interface ClockError {
  /** How far behind the venue's time; 0 when it is not behind. */
  readonly behindMs: number;
  /** How far ahead of the median clock; negative when behind. */
  readonly aheadMs: number;
}

const UNMEASURED = "how far this machine's clock is from PostgreSQL's is not known yet";

const NOT_AT_ALL: ClockError = { behindMs: 0, aheadMs: 0 };

export class NodeClock {
  readonly #parts: NodeClockParts;
  #isDoubted = false;
  /** How far off the clock was when an operator confirmed it. */
  #confirmed: ClockError = NOT_AT_ALL;

  constructor(parts: NodeClockParts) {
    this.#parts = parts;
  }

  /** Why the venue may not go by this clock; null when it may. */
  get doubt(): string | null {
    if (this.#parts.aheadMs() === null) return UNMEASURED;
    const doubt = this.#doubt();
    return doubt === null ? null : notLeading(doubt);
  }

  /** Called every second. */
  look(): void {
    const { door, wall, isRight, log } = this.#parts;
    if (this.#isDoubted && this.#orElseLog(() => door.isConfirmed(wall()))) {
      this.#confirmed = this.#off();
      log.warn("an operator has confirmed this machine's clock; this node may lead");
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
    log.error(times, `${doubt}: this node does not begin to lead until the clock is right again or confirmed`);
    this.#orElseLog(() => door.open({ machineTime, venueTime }));
  }

  #off(): ClockError {
    const { wall, venueTime, aheadMs } = this.#parts;
    return { behindMs: Math.max(0, venueTime() - wall()), aheadMs: aheadMs() ?? 0 };
  }

  /** Null when there is no doubt. */
  #doubt(): string | null {
    const { behindMs, aheadMs } = this.#off();
    if (behindMs > Math.max(AHEAD_MS, this.#confirmed.behindMs + SAME_MS))
      return `this machine's clock is ${seconds(behindMs)} behind the venue's time`;
    const isConfirmed = Math.abs(aheadMs - this.#confirmed.aheadMs) <= SAME_MS;
    if (Math.abs(aheadMs) <= AWAY_MS || isConfirmed) return null;
    const where = aheadMs > 0 ? "ahead of" : "behind";
    return `this machine's clock is ${seconds(aheadMs)} ${where} the middle one of PostgreSQL's and all nodes' clocks`;
  }

  /** A full disk must not keep a node from following. */
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

function isPlain({ behindMs, aheadMs }: ClockError): boolean {
  return behindMs <= AHEAD_MS && Math.abs(aheadMs) <= AWAY_MS;
}

function seconds(ms: number): string {
  return `${(Math.abs(ms) / 1_000).toFixed(1)} s`;
}
