// A line that polls over HTTP. Each good answer is a quote, and proves that the quote still stands.

import type { Logger } from "pino";
import type { Conversation } from "../frames/driver.ts";
import { parsedMessage } from "../frames/members.ts";
import { Backoff } from "./backoff.ts";
import { textOfAnswer } from "./bounded-answer.ts";
import type { FeedClocks } from "./clocks.ts";
import type { FeedLine, LineStatus, TakeQuotes } from "./feed-line.ts";

/** Time limit of an answer. */
const PATIENCE_MS = 5_000;

interface PolledLineParts {
  readonly name: string;
  readonly url: string;
  readonly everyMs: number;
  readonly read: Conversation["read"];
  readonly clocks: FeedClocks;
  readonly random: () => number;
  readonly take: TakeQuotes;
  readonly log: Logger;
}

export class PolledLine implements FeedLine {
  readonly #parts: PolledLineParts;
  readonly #backoff: Backoff;
  #asking: { readonly since: number; readonly abort: AbortController } | null = null;
  #askAt = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  #failures = 0;
  #messages = 0;
  #trouble = "";

  constructor(parts: PolledLineParts) {
    this.#parts = parts;
    this.#backoff = new Backoff(parts.random);
  }

  get name(): string {
    return this.#parts.name;
  }

  get status(): LineStatus {
    return {
      state: this.#trouble !== "" ? "waiting" : this.#messages > 0 ? "open" : "connecting",
      failures: this.#failures,
      renewals: 0,
      messages: this.#messages,
      trouble: this.#trouble,
    };
  }

  look(): void {
    const now = this.#parts.clocks.steady();
    if (this.#asking !== null && now - this.#asking.since > PATIENCE_MS) this.#asking.abort.abort();
    if (this.#asking !== null || this.#isStopped || now < this.#askAt) return;
    const abort = new AbortController();
    this.#asking = { since: now, abort };
    this.#askAt = now + this.#parts.everyMs;
    textOfAnswer(this.#parts.url, { signal: abort.signal })
      .then((text) => this.#answered(text))
      .catch((error: Error) => this.#failed(error.message))
      .finally(() => {
        this.#asking = null;
      });
  }

  stoodAt(): number {
    return this.#answeredAt;
  }

  stop(): void {
    this.#isStopped = true;
    this.#asking?.abort.abort();
  }

  #answered(text: string): void {
    const { quotes } = this.#parts.read(parsedMessage(text));
    if (quotes === undefined) return this.#failed("an answer without a price");
    this.#answeredAt = this.#parts.clocks.steady();
    this.#messages += 1;
    this.#trouble = "";
    this.#backoff.succeeded();
    this.#parts.take(quotes, 0);
  }

  #failed(reason: string): void {
    if (this.#isStopped) return;
    this.#failures += 1;
    if (reason !== this.#trouble) this.#parts.log.warn({ feed: this.name, reason }, "a price feed does not answer");
    this.#trouble = reason;
    this.#askAt = this.#parts.clocks.steady() + Math.max(this.#parts.everyMs, this.#backoff.failed(0));
  }
}
