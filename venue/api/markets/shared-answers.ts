// Answers about a market that are the same for every caller, and so are written once between two changes, however many
// callers ask. They change only with a command, or with the minute by which the rolling day moves on.

import type { EngineReader } from "@evermark/engine";
import type { Venue } from "../../venue.ts";

const MINUTE_MS = 60_000;

interface SharedAnswer {
  readonly commands: number;
  readonly minute: number;
  /** Distinguishes answers about one market. */
  readonly variant: number;
  readonly json: string;
}

export class SharedAnswers {
  /** By market, for each engine, because a process may run several venues. */
  readonly #kept = new WeakMap<EngineReader, SharedAnswer[]>();

  /**
   * @param variant distinguishes answers about one market; only the last one asked for is kept
   * @param write makes the JSON text of the answer
   */
  of({ engine, clock }: Venue, { market, variant }: { market: number; variant: number }, write: () => string): string {
    const commands = engine.commandCount;
    const minute = Math.floor(clock.now() / MINUTE_MS);
    const kept = this.#ofEngine(engine);
    const last = kept[market];
    if (last !== undefined && last.commands === commands && last.minute === minute && last.variant === variant) {
      return last.json;
    }
    const json = write();
    kept[market] = { commands, minute, variant, json };
    return json;
  }

  #ofEngine(engine: EngineReader): SharedAnswer[] {
    const known = this.#kept.get(engine);
    if (known !== undefined) return known;
    const kept: SharedAnswer[] = [];
    this.#kept.set(engine, kept);
    return kept;
  }
}
