// Records in the journal, every so often, a digest of what the engine has reported so far (engine/memory/digest.ts). A
// program that repeats the commands notices if it does something else with them, and between which confirmations.

import type { Engine } from "@evermark/engine";
import { isUnavailable, type Sequencer } from "./sequencing.ts";

/** A confirmation is due after this many commands, or after this much venue time. */
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
    // One at a time: the next one covers what the engine had reported when it applied this one.
    if (this.#isUnderWay) return;
    const engine = this.#engine;
    if (position - this.#lastPosition < EVERY_COMMANDS && engine.now - this.#lastAt < EVERY_MS) return;
    this.#isUnderWay = true;
    this.#lastPosition = position;
    this.#lastAt = engine.now;
    this.#sequencer.submit({ type: "confirm_digest", digest: engine.markedDigest }, (result) => {
      this.#isUnderWay = false;
      // The disk takes nothing for now. That is reported elsewhere, and this is tried again soon.
      if (isUnavailable(result)) this.#lastAt = 0;
    });
  }
}
