// The venue's heartbeat: for every whole second of venue time, it submits the reported prices of that second and then
// its tick to the sequencer. Rules 0.2.
//
// Seconds missed during a pause or a stop are run when the process is back, before anything else is stamped, and so are
// those over which the sandbox's clock is moved. Of the last hour (when moved: of the last day) each second is ticked;
// further back every 15th, because the rules' schedule (basis, premium, funding) falls on those; and more than a week
// back every whole hour. Timers due in between fire at the next tick.

import { isUnavailable, type Submitted, type Unavailable, type Unstamped } from "@evermark/core";
import { type Millis, millis } from "@evermark/engine";
import type { Logger } from "pino";
import type { PriceTape } from "../../prices/price-tape.ts";
import type { Metrics } from "../reports/metrics.ts";
import { SECOND_MS, type TickedClock } from "./clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The span that is ticked second by second: of missed time, and of the time over which the sandbox's clock is moved. */
export const MISSED_MS = HOUR_MS;
export const MOVED_MS = DAY_MS;
const SCHEDULE_MS = 15_000;
/** Ticks submitted before waiting for them: enough to fill journal batches, few enough to keep memory small. */
const IN_FLIGHT_MAX = 512;
/** Of a longer pause, at most this much at its end is traded. */
export const TRADED_MS = 10_000;

/** The part of the sequencer that takes a command with a given time; later commands are stamped no earlier. */
export interface TimedSequencer {
  submitAt(at: Millis, command: Unstamped, done: (result: Submitted | Unavailable) => void): void;
}

/** Trades by the second. While the venue is only a few seconds behind, each tick waits for the one before it. */
export interface TickedMarket {
  /** Submits the rest of the last second's orders. */
  beforeTick(): void;
  /** Called when a second's tick has been applied. @param at the second */
  afterTick(at: Millis): void;
}

interface TickerParts {
  readonly clock: TickedClock;
  readonly sequencer: TimedSequencer;
  /** Null when prices are set by hand. */
  readonly prices: PriceTape | null;
  /** The venue time at which the tape's seconds begin: the whole second in which the venue was new. */
  readonly tapeStart: Millis;
  /** Null when nothing trades by the second. */
  readonly market: TickedMarket | null;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Called after every second, and once before the first, when every due second has its tick. */
  readonly onCaughtUp: () => void;
  /** Called when time can't go on and the venue must stop. */
  readonly onFault: (error: unknown) => void;
}

export class Ticker {
  readonly #parts: TickerParts;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;
  /** The time to which the sandbox moved the clock. */
  #movedTo = 0;

  constructor(parts: TickerParts) {
    this.#parts = parts;
  }

  /** Runs the missed seconds, then one tick per second until stopped. Resolves once it has caught up. */
  async start(): Promise<void> {
    const { clock, sequencer, market, log } = this.#parts;
    // Submitted first, so that the time in which the venue did not run is not taken for silence of its price sources.
    const resumesAt = millis(Math.max(clock.now(), clock.dueSecond));
    sequencer.submitAt(millis(clock.now()), { type: "start_session", resumesAt }, (result) => {
      if (isUnavailable(result))
        log.warn({ reason: result.unavailable }, "the start could not be recorded in the journal");
    });
    const lastOfBefore = clock.lastTick;
    const missed = (clock.dueSecond - clock.lastTick) / SECOND_MS;
    if (missed > 60) log.info({ seconds: missed }, "catching up on the time that passed while the venue was stopped");
    await this.#catchUp();
    // Until a tick has brought prices, indexes are in doubt and little can be traded. Waiting ensures that the first
    // client finds a market.
    while (market !== null && clock.lastTick === lastOfBefore && !this.#stopped) {
      await Bun.sleep(Math.ceil(clock.untilNextTick));
      await this.#catchUp();
    }
    this.#parts.onCaughtUp();
    this.#arm();
  }

  /** Starts no more ticks; resolves when the last one is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Moves venue time forward; resolves to the new time once every tick on the way has run. */
  async advance(ms: number): Promise<number> {
    const { clock } = this.#parts;
    clock.advance(ms);
    this.#movedTo = Math.max(this.#movedTo, clock.dueSecond);
    // Twice, because a run under way may have read the clock before it was moved.
    await this.#catchUp();
    await this.#catchUp();
    return clock.now();
  }

  #arm(): void {
    if (this.#stopped) return;
    // Waits for the first second without a tick, not for the next one to begin. If a timer fires a little early, or a
    // tick takes long to reach the disk, another second begins meanwhile, and venue time would stand still until the
    // one after it.
    this.#timer = setTimeout(() => {
      this.#catchUp()
        .then(() => this.#parts.onCaughtUp())
        .then(() => this.#arm(), this.#parts.onFault);
    }, Math.ceil(this.#parts.clock.untilNextTick));
  }

  #catchUp(): Promise<void> {
    this.#running ??= this.#runDueTicks().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #runDueTicks(): Promise<void> {
    const { clock, market } = this.#parts;
    let inFlight: Promise<void>[] = [];
    for (let due = clock.dueSecond; clock.lastTick < due && !this.#stopped; due = clock.dueSecond) {
      market?.beforeTick();
      if (market !== null && due - clock.lastTick <= TRADED_MS) {
        const second = millis(clock.lastTick + SECOND_MS);
        await this.#tick(second);
        market.afterTick(second);
        continue;
      }
      const everySecondMs = clock.lastTick < this.#movedTo ? MOVED_MS : MISSED_MS;
      inFlight.push(this.#tick(nextTick(clock.lastTick, due, everySecondMs)));
      if (inFlight.length === IN_FLIGHT_MAX) {
        await Promise.all(inFlight);
        inFlight = [];
      }
    }
    await Promise.all(inFlight);
  }

  /** Submits one second's prices and tick at once; the promise resolves when the tick is done. */
  #tick(second: Millis): Promise<void> {
    const { clock, sequencer, prices, tapeStart, metrics, log } = this.#parts;
    metrics.clock.tickLatenessMs.observe(clock.since(second));
    const reports = prices?.at(Math.max(0, (second - tapeStart) / SECOND_MS)) ?? null;
    // A millisecond early, so that a journal that ends between the two does not look as if the second had been ticked.
    if (reports !== null) sequencer.submitAt(millis(second - 1), reports, warnIfLost(log, "prices"));
    return new Promise((resolve) => {
      const warn = warnIfLost(log, "tick");
      sequencer.submitAt(second, { type: "tick" }, (result) => {
        warn(result);
        metrics.clock.ticks.add();
        resolve();
      });
      clock.ticked(second);
    });
  }
}

/** The second to tick after `last`, when `due` is the latest. @param everySecondMs within this of `due`, no second is skipped */
export function nextTick(last: Millis, due: Millis, everySecondMs: number): Millis {
  const missed = due - last;
  if (missed <= everySecondMs) return millis(last + SECOND_MS);
  const step = missed <= WEEK_MS ? SCHEDULE_MS : HOUR_MS;
  return millis((Math.floor(last / step) + 1) * step);
}

function warnIfLost(log: Logger, what: string): (result: Submitted | Unavailable) => void {
  return (result) => {
    if (isUnavailable(result)) log.warn({ reason: result.unavailable }, `a second passed without its ${what}`);
  };
}
