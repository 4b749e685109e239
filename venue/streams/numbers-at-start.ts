// Counts the frames while a start replays the journal: from the numbers stored beside the snapshot, onward with each
// replayed command. The replay's other listeners hear the same events.

import type { ReplayAudience, SnapshotExtras } from "@evermark/core";
import { type Answer, type Engine, joinListeners, type Listener } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { StreamNumbers } from "./stream-numbers.ts";

export class NumbersAtStart implements ReplayAudience {
  readonly #others: ReplayAudience;
  #numbers: StreamNumbers | undefined;
  /** For each of the others' listeners, of which there are only a few, one that also counts. */
  readonly #listeners = new Map<Listener, Listener>();

  constructor(others: ReplayAudience) {
    this.#others = others;
  }

  /** The replay is complete. @returns the numbers that it led to */
  end(): StreamNumbers {
    this.#begun.public.batchEnd();
    return this.#begun;
  }

  async begin(engine: Engine, position: number, beside: SnapshotExtras): Promise<void> {
    this.#listeners.clear();
    this.#numbers = StreamNumbers.beside(beside, engine, position);
    await this.#others.begin(engine, position, beside);
  }

  listenerTo(record: JournalRecord): Listener {
    if (record.startsBatch) this.#begun.public.batchEnd();
    this.#begun.commandBegin(record.at);
    const other = this.#others.listenerTo(record);
    const known = this.#listeners.get(other);
    if (known !== undefined) return known;
    const heard = joinListeners(other, this.#begun.listener);
    this.#listeners.set(other, heard);
    return heard;
  }

  repeated(record: JournalRecord, answer: Answer): void {
    this.#begun.commandEnd(record.position, record.at);
    this.#others.repeated?.(record, answer);
  }

  /** Set once the replay has begun. */
  get #begun(): StreamNumbers {
    return this.#numbers!;
  }
}
