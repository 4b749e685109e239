// A connection to a NATS server that is known to live: the server answers within two seconds what it is asked each half second,
// or the connection is closed. So what waits in it for a server that has stopped is never older than that, and never more than a
// bound: what goes beyond is dropped. It does not come back; another one takes its place, which knows nothing of what this one had
// to send.

import type { NatsConnection } from "@nats-io/transport-node";

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 2_000;
/** So many bytes may be on their way that the server has not said to have; and it is asked sooner when a part of that is. */
const UNANSWERED_MAX = 16 * 1024 * 1024;
const ASK_AT_BYTES = 1024 * 1024;

export class WatchedConnection {
  readonly #connection: NatsConnection;
  readonly #timer: ReturnType<typeof setInterval>;
  #unanswered = 0;
  /** Of them, before the last question. */
  #askedFor = 0;
  /** When the question went out that has no answer yet. */
  #askedAt: number | null = null;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#timer = setInterval(() => this.#watch(), ASK_EVERY_MS);
    void connection.closed().then(() => clearInterval(this.#timer));
  }

  /** @returns false when it was dropped; true says nothing of whether it arrives */
  publish(subject: string, bytes: Uint8Array): boolean {
    if (this.#connection.isClosed() || this.#unanswered + bytes.length > UNANSWERED_MAX) return false;
    try {
      this.#connection.publish(subject, bytes);
    } catch {
      // Larger than this server takes, or closed this moment.
      return false;
    }
    this.#unanswered += bytes.length;
    if (this.#askedAt === null && this.#unanswered > ASK_AT_BYTES) this.#ask();
    return true;
  }

  /** The server has all that was sent so far; false when the connection was lost. */
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
