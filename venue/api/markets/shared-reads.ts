// Reads of history whose answers are the same for every caller: made once for as long as no command is applied. Many
// look at one chart, and each of them asks when the last candle has changed.

import type { EngineReader } from "@evermark/engine";
import type { Venue } from "../../venue.ts";

interface Kept<Answer> {
  /** Up to where the journal was applied when they were asked. */
  readonly position: number;
  readonly answers: Map<string, Promise<Answer>>;
}

/** The caller chooses what is kept. */
const KEPT_MAX = 50;

export class SharedReads<Answer> {
  /** Of each engine, since a process may run several venues. */
  readonly #kept = new WeakMap<EngineReader, Kept<Answer>>();

  /**
   * @param asked distinguishes answers, all that they depend on besides the journal: also the time, where they do
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
    // The next one who asks tries again.
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
