// The line to PostgreSQL, as history's thread has it: it asks and stands still until it is answered, as it does when it asks a
// file. A thread of its own has the connections. It stands still because the engine that is followed does not: what an event
// leaves in the tables may depend on what lies there, and the next event comes when this one's call returns.

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

/** An answer that is longer comes in parts. */
const MEMORY_BYTES = 1_048_576;
/** Longer than any session takes to answer or to be given up. */
const PATIENCE_MS = 40_000;

/** PostgreSQL does not answer for now, or no longer lets this node write. */
export class DatabaseAway extends Error {}

export class Line {
  readonly #worker: Worker;
  readonly #head: Int32Array;
  readonly #body: Uint8Array;
  /** What comes unasked. */
  onMessage: (message: FromLine) => void = () => {};

  /** Connects nothing yet. */
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

  /** Goes on trying to connect the session that reads, and says when it is. */
  reach(): void {
    this.#send({ type: "reach" });
  }

  /** Does not wait: what goes wrong, the next question throws. */
  post(session: SessionName, steps: readonly Step[]): void {
    this.#send({ type: "steps", session, steps, answers: false });
  }

  /** @returns what the last step answers. @throws {DatabaseAway}; {Fault} for what PostgreSQL refuses */
  ask(session: SessionName, steps: readonly Step[]): Rows {
    return this.#ask({ type: "steps", session, steps, answers: true });
  }

  /** Does not wait for what may take long: `ended` says how it went. */
  postLong(session: SessionName, text: string): void {
    this.#send({ type: "long", session, text });
  }

  /** Takes back a transaction, and forgets what went wrong in it. */
  abandon(session: SessionName): void {
    this.#ask({ type: "abandon", session });
  }

  /** Ends a session, and what it has. */
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

  /** @returns how long the answer is */
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
