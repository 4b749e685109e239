// A connection to a NATS server that is known to be alive: it is asked every half second and closed if an answer takes more
// than two seconds. So messages that wait in it for a server that has stopped are never older than that, and never exceed a
// bound, beyond which messages are dropped. A closed connection does not come back; another one takes its place, which
// knows nothing of what this one had to send.

import type { NatsConnection } from "@nats-io/transport-node";

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 2_000;
/**
 * At most this many bytes may be sent without the server's confirmation; after ASK_AT_BYTES of them the server is asked
 * before the timer is due.
 */
const UNANSWERED_MAX = 16 * 1024 * 1024;
const ASK_AT_BYTES = 1024 * 1024;

export class WatchedConnection {
  readonly #connection: NatsConnection;
  readonly #timer: ReturnType<typeof setInterval>;
  #unanswered = 0;
  /** How many of the unanswered bytes were sent before the last question. */
  #askedFor = 0;
  /** When the unanswered question was sent. */
  #askedAt: number | null = null;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#timer = setInterval(() => this.#watch(), ASK_EVERY_MS);
    void connection.closed().then(() => clearInterval(this.#timer));
  }

  /** @returns false when the message was dropped; true does not mean that it arrives */
  publish(subject: string, bytes: Uint8Array): boolean {
    if (this.#connection.isClosed() || this.#unanswered + bytes.length > UNANSWERED_MAX) return false;
    try {
      this.#connection.publish(subject, bytes);
    } catch {
      // The message is larger than this server takes, or the connection was closed this moment.
      return false;
    }
    this.#unanswered += bytes.length;
    if (this.#askedAt === null && this.#unanswered > ASK_AT_BYTES) this.#ask();
    return true;
  }

  /** Resolves once the server has everything sent so far; with false when the connection was lost. */
  isAnswered(): Promise<boolean> {
    return this.#connection.flush().then(
      () => true,
      () => false,
    );
  }

  close(): void {
    void this.#connection.close();
  }

  #watch(): void {
    if (this.#askedAt === null) this.#ask();
    else if (performance.now() > this.#askedAt + ANSWER_WITHIN_MS) this.close();
  }

  #ask(): void {
    this.#askedAt = performance.now();
    this.#askedFor = this.#unanswered;
    void this.isAnswered().then((isThere) => {
      if (!isThere) return;
      this.#askedAt = null;
      this.#unanswered -= this.#askedFor;
    });
  }
}
