// Writes into the journal, every so often, what the engine has reported so far (engine/memory/digest.ts): a program that
// repeats the commands notices that it does something else with them, and between which.

import type { Engine } from "@evermark/engine";
import { isUnavailable, type Sequencer } from "./sequencing.ts";

/** A confirmation comes after so many commands, or after so much venue time with any. */
const EVERY_COMMANDS = 10_000;
const EVERY_MS = 60_000;

export class DigestConfirmations {
  readonly #engine: Engine;
  readonly #sequencer: Pick<Sequencer, "submit">;
  #lastPosition: number;
  #lastAt: number;
  #isUnderWay = false;

  constructor(engine: Engine, sequencer: Pick<Sequencer, "submit">) {
    this.#engine = engine;
    this.#sequencer = sequencer;
    this.#lastPosition = engine.commandCount;
    this.#lastAt = engine.now;
  }

  /** Everything up to `position` is durable and applied. */
  applied(position: number): void {
    // One at a time: the next one says what the engine had said when it applied this one.
    if (this.#isUnderWay) return;
    const engine = this.#engine;
    if (position - this.#lastPosition < EVERY_COMMANDS && engine.now - this.#lastAt < EVERY_MS) return;
    this.#isUnderWay = true;
    this.#lastPosition = position;
    this.#lastAt = engine.now;
    this.#sequencer.submit({ type: "confirm_digest", digest: engine.markedDigest }, (result) => {
      this.#isUnderWay = false;
      // A disk that takes nothing for now: it is said elsewhere, and this is tried again soon.
      if (isUnavailable(result)) this.#lastAt = 0;
    });
  }
}
