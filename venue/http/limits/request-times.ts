// Where the time of one request went, for its caller: the header `Server-Timing`. It covers the request's own signature and
// the commands that the request submitted.

import type { CommandTimes } from "@evermark/core";

const NO_COMMAND = "queue;dur=0.000, engine;dur=0.000, journal;dur=0.000";

export class RequestTimes {
  readonly #startedAt = performance.now();
  #verifyMs = 0;
  #queueMs = 0;
  #engineMs = 0;
  #journalMs = 0;
  /** The journal batch that the request last waited for; 0 before any. */
  #batch = 0;
  #totalMs = 0;

  verified(ms: number): void {
    this.#verifyMs = ms;
  }

  applied({ queueMs, journalMs, engineMs, batch }: CommandTimes): void {
    this.#engineMs += engineMs;
    if (batch === this.#batch) return;
    this.#batch = batch;
    this.#queueMs += queueMs;
    this.#journalMs += journalMs;
  }

  /** Milliseconds from the start of the request to its `Server-Timing`; 0 before that was made. */
  get totalMs(): number {
    return this.#totalMs;
  }

  /** The value of `Server-Timing`: each stage in milliseconds, 0 if the request had none of it, and the total so far. */
  end(): string {
    this.#totalMs = performance.now() - this.#startedAt;
    const command =
      this.#batch === 0
        ? NO_COMMAND
        : `queue;dur=${text(this.#queueMs)}, engine;dur=${text(this.#engineMs)}, journal;dur=${text(this.#journalMs)}`;
    return `verify;dur=${text(this.#verifyMs)}, ${command}, total;dur=${text(this.#totalMs)}`;
  }
}

/** Milliseconds with three decimals. Written by hand: each answer has up to five, and `toFixed` takes three times as long. */
function text(ms: number): string {
  const micros = Math.round(ms * 1_000);
  const rest = micros % 1_000;
  const zeros = rest < 10 ? "00" : rest < 100 ? "0" : "";
  return `${(micros - rest) / 1_000}.${zeros}${rest}`;
}
