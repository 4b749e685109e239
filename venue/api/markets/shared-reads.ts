// Reads of history whose answers are the same for every caller: each is made once and shared until the next command is
// applied. Many viewers look at one chart, and all of them ask when its last candle changes.

import type { EngineReader } from "@evermark/engine";
import type { Venue } from "../../venue.ts";

interface Kept<Answer> {
  /** The journal position up to which commands were applied when these were read. */
  readonly position: number;
  readonly answers: Map<string, Promise<Answer>>;
}

/** Bounded, because callers choose what is asked for. */
const KEPT_MAX = 50;

export class SharedReads<Answer> {
  /** For each engine, because a process may run several venues. */
  readonly #kept = new WeakMap<EngineReader, Kept<Answer>>();

  /**
   * @param asked all that the answer depends on besides the journal, including the time where it matters
   * @param read reads after everything that is applied by now
   */
  of({ engine, sequencer }: Venue, asked: readonly unknown[], read: () => Promise<Answer>): Promise<Answer> {
    const position = sequencer.appliedPosition;
    const answers = this.#answersAt(engine, position);
    const name = asked.join(" ");
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = read();
    if (answers.size >= KEPT_MAX) return answer;
    answers.set(name, answer);
    // The next caller tries again.
    answer.catch(() => answers.delete(name));
    return answer;
  }

  #answersAt(engine: EngineReader, position: number): Map<string, Promise<Answer>> {
    const known = this.#kept.get(engine);
    if (known?.position === position) return known.answers;
    const answers = new Map<string, Promise<Answer>>();
    this.#kept.set(engine, { position, answers });
    return answers;
  }
}
