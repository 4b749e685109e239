// Rereads all closed segments of the journal on a thread, slowly, after each start and once a day. So segments that a start
// skips as remembered good are checked while the venue runs, and damage is reported while a backup still has what was
// there.

import { type BadPlace, realDisk } from "@evermark/journal";
import { listSegments } from "@evermark/journal/segment.ts";
import type { Logger } from "pino";

const DAY_MS = 86_400_000;
/** A start has more urgent work. */
const FIRST_MS = 60_000;

/** A segment of 64 MiB takes eight seconds: about two percent of what one core could check. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;

export interface Round {
  readonly directory: string;
  readonly bytesPerSecond: number;
}

/** A damaged place; undefined at the end of a round. */
export type RoundReport = BadPlace | undefined;

interface SegmentRoundsParts {
  readonly directory: string;
  readonly log: Logger;
  /** How many segments the last round found damaged. */
  readonly damaged: { set(count: number): void };
  readonly bytesPerSecond?: number;
}

export class SegmentRounds {
  readonly #parts: SegmentRoundsParts;
  #worker: Worker | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: SegmentRoundsParts) {
    this.#parts = parts;
  }

  /** @param afterMs milliseconds until the first round starts */
  begin(afterMs = FIRST_MS): void {
    this.#next = setTimeout(() => this.#start(), afterMs);
    this.#next.unref();
  }

  #start(): void {
    const { directory, log, damaged, bytesPerSecond = BYTES_PER_SECOND } = this.#parts;
    let found = 0;
    // Starting a thread is not free.
    if (listSegments(realDisk, directory).length < 2) return this.#end(found);
    const worker = new Worker(new URL("./segment-rounds.worker.ts", import.meta.url).href);
    this.#worker = worker;
    worker.onmessage = ({ data: place }: MessageEvent<RoundReport>) => {
      if (place === undefined) return this.#end(found);
      found++;
      damaged.set(found);
      log.error(place, "a closed segment of the journal is damaged: restore it from a backup while one exists");
    };
    const died = (reason: string) => {
      if (this.#worker !== worker) return;
      log.error({ reason }, "closed segments of the journal could not be rechecked; the next check is in a day");
      this.#end(found);
    };
    worker.onerror = ({ message }) => died(message);
    worker.addEventListener("close", () => died("its thread has ended"));
    worker.postMessage({ directory, bytesPerSecond } satisfies Round);
  }

  stop(): void {
    clearTimeout(this.#next);
    this.#endThread();
  }

  #end(found: number): void {
    this.#parts.damaged.set(found);
    this.#endThread();
    this.begin(DAY_MS);
  }

  #endThread(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate();
  }
}
