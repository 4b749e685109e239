// A line to one pair of a venue that ccxt knows. Each answer is a quote, and proves that the quote still stands.

import type { Logger } from "pino";
import type { CcxtThread } from "./ccxt-thread.ts";
import type { FeedClocks } from "./clocks.ts";
import type { FeedLine, LineStatus, TakeQuotes } from "./feed-line.ts";

interface CcxtLineParts {
  readonly name: string;
  readonly exchange: string;
  readonly pair: string;
  readonly everyMs: number;
  readonly thread: CcxtThread;
  readonly clocks: FeedClocks;
  readonly take: TakeQuotes;
  readonly log: Logger;
}

export class CcxtLine implements FeedLine {
  readonly #parts: CcxtLineParts;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #messages = 0;
  #trouble = "";

  constructor(parts: CcxtLineParts) {
    this.#parts = parts;
    const { thread, exchange, pair, everyMs } = parts;
    thread.follow({ exchange, pair, everyMs }, (said) => {
      if ("trouble" in said) return this.#failed(said.trouble);
      this.#answeredAt = parts.clocks.steady();
      this.#messages += 1;
      this.#trouble = "";
      parts.take([said.quote], 0);
    });
  }

  get name(): string {
    return this.#parts.name;
  }

  get status(): LineStatus {
    const state = this.#trouble !== "" ? "waiting" : this.#messages > 0 ? "open" : "connecting";
    return { ...{ state, renewals: 0 }, failures: this.#failures, messages: this.#messages, trouble: this.#trouble };
  }

  look(): void {
    this.#parts.thread.look(this.#parts.clocks.steady());
  }

  stoodAt(): number {
    return this.#answeredAt;
  }

  stop(): void {
    this.#parts.thread.stop();
  }

  #failed(reason: string): void {
    this.#failures += 1;
    if (reason !== this.#trouble) this.#parts.log.warn({ feed: this.name, reason }, "a price feed does not answer");
    this.#trouble = reason;
  }
}
