// A line of WebSocket connections: one at a time, replaced by another before it gets old or the venue ends it, and by a
// new one after any failure.

import type { Logger } from "pino";
import type { Driver } from "../frames/driver.ts";
import { Backoff } from "./backoff.ts";
import type { FeedClocks } from "./clocks.ts";
import { FeedConnection } from "./feed-connection.ts";
import type { Era, FeedLine, LineStatus, TakeQuotes } from "./feed-line.ts";
import type { ConnectSpacing } from "./spacing.ts";

/** Venues end a connection after 24 hours: another is opened before that, at a random time of its own. */
const RENEWED_AFTER_MS = 23 * 3_600_000;
const RENEWED_WITHIN_MS = 1_800_000;
/** Pairs may be so quiet that a new connection has brought no quote by then; it takes over all the same. */
const QUIET_START_MS = 30_000;

interface SocketLineParts {
  readonly name: string;
  readonly driver: Driver;
  readonly url: string;
  readonly pairs: readonly string[];
  readonly clocks: FeedClocks;
  /** From 0 to just below 1. */
  readonly random: () => number;
  /** Shared by all lines to the venue. */
  readonly spacing: ConnectSpacing;
  readonly take: TakeQuotes;
  readonly log: Logger;
}

export class SocketLine implements FeedLine {
  readonly #parts: SocketLineParts;
  readonly #backoff: Backoff;
  #current: FeedConnection | null = null;
  #next: FeedConnection | null = null;
  #isStopped = false;
  #era: Era = 0;
  #formerStoodAt = Number.NEGATIVE_INFINITY;
  #retryAt = Number.NEGATIVE_INFINITY;
  #renewAt = Number.POSITIVE_INFINITY;
  #failures = 0;
  #renewals = 0;
  #messages = 0;
  #trouble = "";

  constructor(parts: SocketLineParts) {
    this.#parts = parts;
    this.#backoff = new Backoff(parts.random);
  }

  get name(): string {
    return this.#parts.name;
  }

  get status(): LineStatus {
    const state = this.#current === null ? "waiting" : this.#current.isOpen ? "open" : "connecting";
    return {
      state,
      failures: this.#failures,
      renewals: this.#renewals,
      messages: this.#messages,
      trouble: this.#trouble,
    };
  }

  look(): void {
    this.#current?.look();
    this.#next?.look();
    const now = this.#parts.clocks.steady();
    if (this.#next?.isOpen && (this.#next.hasQuoted || now - this.#next.since > QUIET_START_MS)) this.#takeOver();
    if (this.#isStopped || now < this.#retryAt) return;
    if (this.#current === null) this.#current = this.#connect(now);
    else if (this.#next === null && now >= this.#renewAt) this.#next = this.#connect(now);
  }

  stoodAt(era: Era): number {
    if (era === this.#era && this.#current?.isOpen) return this.#current.heardAt;
    return era === this.#era - 1 ? this.#formerStoodAt : Number.NEGATIVE_INFINITY;
  }

  stop(): void {
    this.#isStopped = true;
    this.#next?.end("the venue stops");
    this.#current?.end("the venue stops");
  }

  #connect(now: number): FeedConnection | null {
    const { driver, url, pairs, clocks, spacing } = this.#parts;
    if (!spacing.begin(now)) return null;
    return new FeedConnection({ ...{ driver, url, pairs, clocks }, listener: this.#listener });
  }

  readonly #listener = {
    quoted: (quotes: Parameters<TakeQuotes>[0], connection: FeedConnection): void => {
      this.#messages += 1;
      if (connection === this.#current && !Number.isFinite(this.#renewAt)) this.#began(connection);
      this.#parts.take(quotes, this.#era);
    },
    renewalAsked: (reason: string, connection: FeedConnection): void => {
      if (connection !== this.#current) return;
      this.#trouble = reason;
      this.#renewAt = this.#parts.clocks.steady();
      this.#parts.log.info({ feed: this.name, reason }, "a price feed asks for a new connection");
    },
    complained: (words: string): void => {
      if (words !== this.#trouble) this.#parts.log.warn({ feed: this.name, words }, "a price feed reports a problem");
      this.#trouble = words;
    },
    ended: (reason: string, connection: FeedConnection): void => this.#ended(reason, connection),
  };

  #began(connection: FeedConnection): void {
    this.#renewAt = connection.since + RENEWED_AFTER_MS + this.#parts.random() * RENEWED_WITHIN_MS;
    this.#parts.log.info({ feed: this.name }, "a price feed is connected");
  }

  /** Replaces the current connection by the next. Both were open for a while, so nothing was missed. */
  #takeOver(): void {
    const former = this.#current;
    this.#current = this.#next;
    this.#next = null;
    this.#renewals += 1;
    this.#backoff.succeeded();
    this.#began(this.#current!);
    former?.end("renewed");
  }

  #ended(reason: string, connection: FeedConnection): void {
    if (connection !== this.#current && connection !== this.#next) return;
    const now = this.#parts.clocks.steady();
    if (connection === this.#next) this.#next = null;
    else if (this.#next?.hasQuoted) return this.#takeOver();
    else this.#lost(connection);
    if (this.#isStopped) return;
    this.#failures += 1;
    this.#trouble = reason;
    const waitMs = this.#backoff.failed(connection.hasQuoted ? now - connection.since : 0);
    this.#retryAt = now + waitMs;
    this.#parts.log.warn({ feed: this.name, reason, waitMs: Math.round(waitMs) }, "a price feed's connection ended");
  }

  /** The current connection is lost: messages may be missed from here on. */
  #lost(connection: FeedConnection): void {
    if (connection.wasOpen) {
      this.#formerStoodAt = connection.heardAt;
      this.#era += 1;
    }
    this.#current = this.#next;
    this.#next = null;
    this.#renewAt = Number.POSITIVE_INFINITY;
  }
}
