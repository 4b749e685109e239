// What the venue does about its machine's clock beyond following it: while that is in doubt, trading is halted by a command
// like any other, and log, readiness and metrics say so; an operator can confirm it.

import { isUnavailable, type Sequencer } from "@evermark/core";
import { type EngineReader, millis } from "@evermark/engine";
import type { Logger } from "pino";
import type { Metrics } from "../reports/metrics.ts";
import type { Condition } from "../reports/readiness.ts";
import type { TickedClock } from "./clock.ts";
import type { ClockDoor } from "./clock-door.ts";
import type { ClockListener } from "./followed-clock.ts";

/** A correction that is worth a line in the log. */
const NOTED_MS = 500;

interface ClockWatchParts {
  readonly clock: TickedClock;
  /** The machine's own, in milliseconds since 1970. */
  readonly wall: () => number;
  readonly sequencer: Pick<Sequencer, "submit">;
  readonly engine: Pick<EngineReader, "venue">;
  readonly door: ClockDoor;
  readonly isClockRight: Condition;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export class ClockWatch implements ClockListener {
  readonly #parts: ClockWatchParts;
  /** What the engine was given last. */
  #isHalted: boolean;
  #isNoted = false;

  /** From now on heard; what was in doubt at the start already, too. */
  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
    this.#isHalted = parts.engine.venue().clockHalt;
    parts.clock.notify(this);
    if (parts.clock.isDoubted) this.doubted(parts.clock.gapMs);
  }

  /** Every second: what time can't be asked for at the moment it happens. */
  look(): void {
    const { clock, wall, door, metrics } = this.#parts;
    const { gapMs, isDoubted } = clock;
    metrics.clock.machineAhead.set(gapMs / 1_000);
    if (isDoubted && this.#orElseLog(() => door.isConfirmed(wall()))) {
      // Trading goes on once the seconds that this brings have been ticked: when this looks next.
      return clock.confirm();
    }
    if (!isDoubted) this.#note(gapMs);
    this.#haltOrResume();
  }

  doubted(gapMs: number): void {
    const { clock, wall, door, isClockRight, log } = this.#parts;
    // At once: signatures are held against the machine's clock as well from now on.
    this.#haltOrResume();
    const [machineTime, venueTime] = [wall(), clock.now()];
    const what = `the machine's clock is ${apart(gapMs)} venue time`;
    isClockRight.broken(what);
    const times = { machine_time: machineTime, venue_time: venueTime };
    log.error(times, `${what}: trading is halted until it is right again or confirmed`);
    this.#orElseLog(() => door.open({ machineTime, venueTime }));
  }

  trusted(gapMs: number, isConfirmed: boolean): void {
    const { door, isClockRight, log } = this.#parts;
    if (!this.#isHalted) isClockRight.holds();
    this.#orElseLog(() => door.close());
    if (isConfirmed)
      log.warn(`an operator has confirmed the machine's clock, ${apart(gapMs)} venue time; trading goes on`);
    else log.info("the machine's clock is right again; trading goes on");
  }

  adopted(ms: number): void {
    const { clock, sequencer, log } = this.#parts;
    log.warn(`venue time follows the machine's clock forward by ${(ms / 1_000).toFixed(1)} s`);
    // No source could be heard in a time that did not pass for this machine.
    const resumesAt = millis(Math.max(clock.now(), clock.dueSecond));
    sequencer.submit({ type: "start_session", resumesAt }, () => {});
  }

  /** What the engine knows follows what the clock says; again next second if the journal could not take it. */
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
      this.#parts.log.info(`the machine's clock is ${apart(gapMs)} venue time, which follows it slowly`);
    }
    this.#isNoted = isOff;
  }

  /** A disk that is full keeps no account from trading. */
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
