// The history thread's connection to PostgreSQL. A query blocks the thread until it is answered, as a query of a file does; a
// separate thread has the connections. It must block because the engine that is followed does not wait: what an event leaves in
// the tables may depend on rows that are already there, and the next event comes as soon as this one's call returns.

import { Fault } from "@evermark/engine";
import {
  type Answer,
  type FromLine,
  HEAD_BYTES,
  LENGTH,
  type Rows,
  type SessionName,
  STATE,
  type Step,
  type ToLine,
} from "./line-protocol.ts";

/** A longer answer comes in parts. */
const MEMORY_BYTES = 1_048_576;
/** Longer than any session takes to answer or to be given up. */
const PATIENCE_MS = 40_000;

/** PostgreSQL cannot be reached for now, or no longer lets this node write. */
export class DatabaseAway extends Error {}

export class PostgresConnection {
  readonly #worker: Worker;
  readonly #head: Int32Array;
  readonly #body: Uint8Array;
  /** Receives the messages that answer no request. */
  onMessage: (message: FromLine) => void = () => {};

  /** Does not connect yet. */
  constructor(url: string) {
    const memory = new SharedArrayBuffer(HEAD_BYTES + MEMORY_BYTES);
    this.#head = new Int32Array(memory, 0, HEAD_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.#body = new Uint8Array(memory, HEAD_BYTES);
    this.#worker = new Worker(new URL("./line.worker.ts", import.meta.url).href);
    this.#worker.onmessage = ({ data }: MessageEvent<FromLine>) => this.onMessage(data);
    this.#send({ type: "open", url, memory });
  }

  /** @throws {DatabaseAway} */
  connect(session: SessionName): void {
    this.#ask({ type: "connect", session });
  }

  /** Keeps trying to connect the session that reads; `connected` reports success. */
  reach(): void {
    this.#send({ type: "reach" });
  }

  /** Does not wait; an error is thrown by the next `ask`. */
  post(session: SessionName, steps: readonly Step[]): void {
    this.#send({ type: "steps", session, steps, answers: false });
  }

  /** @returns the answer to the last step. @throws {DatabaseAway}; {Fault} when PostgreSQL refuses a statement */
  ask(session: SessionName, steps: readonly Step[]): Rows {
    return this.#ask({ type: "steps", session, steps, answers: true });
  }

  /** Does not wait, for statements that may take long: `ended` reports the result. */
  postLong(session: SessionName, text: string): void {
    this.#send({ type: "long", session, text });
  }

  /** Rolls back a transaction and clears its error. */
  abandon(session: SessionName): void {
    this.#ask({ type: "abandon", session });
  }

  /** Ends a session, its transaction and its locks. */
  drop(session: SessionName): void {
    this.#ask({ type: "drop", session });
  }

  close(): void {
    this.onMessage = () => {};
    try {
      this.#ask({ type: "close" });
    } finally {
      this.#worker.terminate();
    }
  }

  #ask(message: ToLine): Rows {
    const said = this.#answerTo(message);
    if (!("error" in said)) return said;
    if (said.error.isAway) throw new DatabaseAway(said.error.message);
    throw new Fault(`PostgreSQL refuses: ${said.error.message}`);
  }

  #answerTo(message: ToLine): Answer {
    let length = this.#wait(message);
    const bytes = new Uint8Array(length);
    for (let read = 0; ; ) {
      const part = this.#body.subarray(0, Math.min(this.#body.length, length - read));
      bytes.set(part, read);
      read += part.length;
      if (read === length) break;
      length = this.#wait({ type: "more", from: read });
    }
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  /** @returns the length of the answer */
  #wait(message: ToLine): number {
    const seen = Atomics.load(this.#head, STATE);
    this.#send(message);
    if (Atomics.wait(this.#head, STATE, seen, PATIENCE_MS) === "timed-out")
      throw new DatabaseAway("the thread of its connections does not answer");
    return Atomics.load(this.#head, LENGTH);
  }

  #send(message: ToLine): void {
    this.#worker.postMessage(message);
  }
}
