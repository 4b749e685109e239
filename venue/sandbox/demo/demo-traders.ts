// The demo traders of a running sandbox. They trade by the second: what they do in one is decided on the engine as its tick
// has left it, and all of it stands in the journal before the next tick, however late the process is. So the same seed gives
// the same tape for as long as no client takes part.

import { isUnavailable, type Sequencer } from "@evermark/core";
import type { EngineReader, Millis } from "@evermark/engine";
import type { Logger } from "pino";
import type { TickedMarket } from "../../operation/time/ticker.ts";
import { DemoDesk } from "./desk.ts";
import type { TimedCommand } from "./takers.ts";

interface DemoParts {
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly seed: number;
  readonly brokerId: string;
  /** Venue time from which seconds count: the whole second in which the venue was new. */
  readonly tapeStart: Millis;
  /** Venue time. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Accounts are opened, then given rates and money. */
const ROUNDS = 2;

export class DemoTraders implements TickedMarket {
  readonly #parts: DemoParts;
  readonly #desk: DemoDesk;
  /** What of the running second has not been sent yet, first one first. */
  #later: TimedCommand[] = [];
  #second = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: DemoParts) {
    this.#parts = parts;
    this.#desk = new DemoDesk(parts.engine, parts);
  }

  /** Opens the accounts that are not there yet and fills the books: the first client finds both sides of each. */
  async begin(): Promise<void> {
    const { engine, sequencer, log } = this.#parts;
    const sendAll = (commands: Parameters<Sequencer["send"]>[0][]) =>
      Promise.all(commands.map((one) => sequencer.send(one)));
    for (let round = 0; round < ROUNDS; round++) await sendAll(this.#desk.accounts.missing(engine));
    const results = await sendAll(this.#desk.quotes(this.#secondOf(engine.now)));
    if (results.some(isUnavailable)) log.warn("the demo traders could not fill the books");
    log.info({ markets: engine.marketCount }, "demo traders are at work");
  }

  /** What is left of a second comes before the tick of the next. */
  beforeTick(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const timed of this.#later.splice(0)) this.#send(timed);
  }

  afterTick(at: Millis): void {
    this.#second = at;
    const commands = this.#desk.turn(this.#secondOf(at));
    const isNow = ({ offsetMs }: TimedCommand) => offsetMs === 0;
    this.#later = commands.filter((timed) => !isNow(timed));
    for (const timed of commands.filter(isNow)) this.#send(timed);
    this.#arm();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#later = [];
  }

  #arm(): void {
    const [next] = this.#later;
    if (next === undefined) return;
    const waitMs = Math.max(0, this.#second + next.offsetMs - this.#parts.now());
    this.#timer = setTimeout(() => {
      this.#later.shift();
      this.#send(next);
      this.#arm();
    }, waitMs);
  }

  #send({ offsetMs, command }: TimedCommand): void {
    // Refused: most likely a market or the venue is stopped. The next second looks again.
    this.#parts.sequencer.submitAt(this.#second + offsetMs, command, () => {});
  }

  #secondOf(at: number): number {
    return Math.floor((at - this.#parts.tapeStart) / 1_000);
  }
}
