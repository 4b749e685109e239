// The venue's reaction to its machine's clock, apart from following it: while the clock is in doubt, a command like any
// other halts trading, and the log, readiness and metrics show the doubt. An operator can confirm the clock.

import { isUnavailable, type Sequencer } from "@evermark/core";
import { type EngineReader, millis } from "@evermark/engine";
import type { Logger } from "pino";
import type { Metrics } from "../reports/metrics.ts";
import type { Condition } from "../reports/readiness.ts";
import type { TickedClock } from "./clock.ts";
import type { ClockConfirmation } from "./clock-confirmation.ts";
import type { ClockListener } from "./followed-clock.ts";

/** A correction of at least this much is logged. */
const NOTED_MS = 500;

interface ClockWatchParts {
  readonly clock: TickedClock;
  /** The machine's clock, in milliseconds since 1970. */
  readonly wall: () => number;
  readonly sequencer: Pick<Sequencer, "submit">;
  readonly engine: Pick<EngineReader, "venue">;
  readonly door: ClockConfirmation;
  readonly isClockRight: Condition;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export class ClockWatch implements ClockListener {
  readonly #parts: ClockWatchParts;
  /** The halt that the engine was last given. */
  #isHalted: boolean;
  #isNoted = false;

  /** Listens from now on; a doubt from the start counts too. */
  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
    this.#isHalted = parts.engine.venue().clockHalt;
    parts.clock.notify(this);
    if (parts.clock.isDoubted) this.doubted(parts.clock.gapMs);
  }

  /** Called every second, for what can't be done while the clock is read. */
  look(): void {
    const { clock, wall, door, metrics } = this.#parts;
    const { gapMs, isDoubted } = clock;
    metrics.clock.machineAhead.set(gapMs / 1_000);
    if (isDoubted && this.#orElseLog(() => door.isConfirmed(wall()))) {
      // Trading goes on at a later look, once the seconds that this adds have been ticked.
      return clock.confirm();
    }
    if (!isDoubted) this.#note(gapMs);
    this.#haltOrResume();
  }

  doubted(gapMs: number): void {
    const { clock, wall, door, isClockRight, log } = this.#parts;
    // Submitted at once, because from now on signatures are checked against the machine's clock as well.
    this.#haltOrResume();
    const [machineTime, venueTime] = [wall(), clock.now()];
    const what = `the machine's clock is ${apart(gapMs)} venue time`;
    isClockRight.broken(what);
    const times = { machine_time: machineTime, venue_time: venueTime };
    log.error(times, `${what}: trading is halted until the clock is right again or confirmed`);
    this.#orElseLog(() => door.open({ machineTime, venueTime }));
  }

  trusted(gapMs: number, isConfirmed: boolean): void {
    const { door, isClockRight, log } = this.#parts;
    if (!this.#isHalted) isClockRight.holds();
    this.#orElseLog(() => door.close());
    if (isConfirmed)
      log.warn(`an operator has confirmed the machine's clock, ${apart(gapMs)} venue time; trading resumes`);
    else log.info("the machine's clock is right again; trading resumes");
  }

  adopted(ms: number): void {
    const { clock, sequencer, log } = this.#parts;
    log.warn(`venue time moves forward with the machine's clock by ${(ms / 1_000).toFixed(1)} s`);
    // No price source could report during a time that did not pass for this machine.
    const resumesAt = millis(Math.max(clock.now(), clock.dueSecond));
    sequencer.submit({ type: "start_session", resumesAt }, () => {});
  }

  /**
   * Halts or resumes the engine to match the clock; tries again next second if the journal could not take the command.
   */
  #haltOrResume(): void {
    const { clock, engine, sequencer, isClockRight } = this.#parts;
    const halted = clock.isDoubted;
    if (halted === this.#isHalted) return;
    this.#isHalted = halted;
    sequencer.submit({ type: "halt_for_clock", halted }, (result) => {
      if (isUnavailable(result)) this.#isHalted = engine.venue().clockHalt;
      else if (!halted && !clock.isDoubted) isClockRight.holds();
    });
  }

  #note(gapMs: number): void {
    const isOff = Math.abs(gapMs) >= NOTED_MS;
    if (isOff && !this.#isNoted) {
      this.#parts.log.info(`the machine's clock is ${apart(gapMs)} venue time, which is adjusted gradually`);
    }
    this.#isNoted = isOff;
  }

  /** A full disk must not keep accounts from trading. */
  #orElseLog<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.#parts.log.error({ err: error }, "the clock's files in the data directory can't be written or read");
      return undefined;
    }
  }
}

/** `3600.0 s ahead of` */
function apart(gapMs: number): string {
  return `${Math.abs(gapMs / 1_000).toFixed(1)} s ${gapMs > 0 ? "ahead of" : "behind"}`;
}
