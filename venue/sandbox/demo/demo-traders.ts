// The demo traders of a running sandbox. They trade by the second: their actions of a second are decided on the engine's
// state after its tick, and all of them are in the journal before the next tick, however late the process is. So the same
// seed gives the same tape for as long as no client takes part.

import { isUnavailable, type Sequencer } from "@evermark/core";
import type { EngineReader, Millis } from "@evermark/engine";
import type { Logger } from "pino";
import type { TickedMarket } from "../../operation/time/ticker.ts";
import { DemoTrading } from "./demo-trading.ts";
import type { TimedCommand } from "./takers.ts";

interface DemoParts {
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly seed: number;
  readonly brokerId: string;
  /** Venue time from which seconds are counted: the whole second in which the venue was new. */
  readonly tapeStart: Millis;
  /** Venue time. */
  readonly now: () => number;
  readonly log: Logger;
}

/** In the first round accounts are opened, in the second they get fees and money. */
const ROUNDS = 2;

export class DemoTraders implements TickedMarket {
  readonly #parts: DemoParts;
  readonly #trading: DemoTrading;
  /** Commands of the running second that have not been sent yet, in order of time. */
  #later: TimedCommand[] = [];
  #second = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: DemoParts) {
    this.#parts = parts;
    this.#trading = new DemoTrading(parts.engine, parts);
  }

  /** Opens missing accounts and fills the books, so that the first client finds both sides of each. */
  async begin(): Promise<void> {
    const { engine, sequencer, log } = this.#parts;
    const sendAll = (commands: Parameters<Sequencer["send"]>[0][]) =>
      Promise.all(commands.map((one) => sequencer.send(one)));
    for (let round = 0; round < ROUNDS; round++) await sendAll(this.#trading.accounts.missing(engine));
    const results = await sendAll(this.#trading.quotes(this.#secondOf(engine.now)));
    if (results.some(isUnavailable)) log.warn("the demo traders could not fill the books");
    log.info({ markets: engine.marketCount }, "demo traders are at work");
  }

  /** The rest of a second's commands are sent before the next tick. */
  beforeTick(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const timed of this.#later.splice(0)) this.#send(timed);
  }

  afterTick(at: Millis): void {
    this.#second = at;
    const commands = this.#trading.turn(this.#secondOf(at));
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
    // A refusal is ignored: most likely a market or the venue is halted. The next second decides again.
    this.#parts.sequencer.submitAt(this.#second + offsetMs, command, () => {});
  }

  #secondOf(at: number): number {
    return Math.floor((at - this.#parts.tapeStart) / 1_000);
  }
}
