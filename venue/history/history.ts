// History as the venue holds it: questions go to the history thread and come back as promises. The thread can be slow, or
// die, without the engine noticing; if it dies, every open and later question is refused at once, and the venue is told.

import { Fault, unreachable } from "@evermark/engine/fault.ts";
import { dataPaths } from "../data-directory.ts";
import type { FromHistory, Question, ToHistory } from "./protocol.ts";
import { type HistoryReader, historyReader } from "./queries.ts";
import type { Progress } from "./schema.ts";

interface HistoryOptions {
  /** The caller holds its lock. */
  readonly dataDirectory: string;
  /** History can't go on: its reads fail from now on. Called once, and never after `close`. */
  readonly onFailure: (error: Error) => void;
  /** Told when the tables are deleted and projected anew from the journal's beginning. */
  readonly onRebuild?: (reason: string) => void;
  /** Told why history falls behind for now (its disk has no room), and with null when it goes on. */
  readonly onHeldUp?: (reason: string | null) => void;
}

export interface History {
  readonly reads: HistoryReader;
  /** The journal is durable up to `position`; may be called as often as that moves. */
  durable(position: number): void;
  /** The last projected position. */
  position(): number;
  /** Resolves once `position`, which must be durable, is projected. */
  catchUp(position: number): Promise<void>;
  /**
   * Makes what is projected survive a power loss. Returns up to where that is: what pruning the journal may rely on.
   * Also answers after `close`.
   */
  checkpoint(): Promise<number>;
  /** Catches up, closes the tables and ends the thread. */
  close(): Promise<void>;
}

/** History can't answer: its thread has failed or is closed, or is held up before what the question is about. */
export class HistoryUnavailable extends Fault {
  constructor(reason: string, cause?: unknown) {
    super(`history is unavailable: ${reason}`);
    this.name = "HistoryUnavailable";
    this.cause = cause;
  }
}

/** History before it is known how far the journal goes. Once, it is either opened or let follow. */
export interface StartingHistory {
  /** What its tables hold from before; null when nothing can be read of them. @throws {HistoryUnavailable} */
  readonly tables: Promise<Progress | null>;
  /** Until it is opened or follows: from the tables as they are. */
  readonly reads: HistoryReader;
  /**
   * Resolves once everything up to `durable`, the last durable position of the journal, is projected.
   * @throws {HistoryUnavailable} when it can't be started
   */
  open(durable: number): Promise<History>;
  /**
   * The same at once: what is asked of it waits until it has caught up.
   * @throws {HistoryUnavailable} when its thread has ended already; what goes wrong later, it tells like any other failure
   */
  follow(durable: number): History;
  /** Ends the thread, whether it was opened or not. */
  close(): Promise<void>;
}

/** Starts the history thread. */
export function beginHistory(options: HistoryOptions): StartingHistory {
  return new ThreadHistory(options);
}

/** The same where the end of the journal is known already. */
export function startHistory({ durable, ...options }: HistoryOptions & { durable: number }): Promise<History> {
  return beginHistory(options).open(durable);
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

class ThreadHistory implements History, StartingHistory {
  readonly reads = historyReader((name, parameters, after) => this.#ask({ type: "query", name, parameters }, after));
  readonly #options: HistoryOptions;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #tables = Promise.withResolvers<Progress | null>();
  readonly #opening = Promise.withResolvers<void>();
  #isOpening = false;
  /** Whether a failure is told to the venue, and no longer to whoever opens it. */
  #isOpen = false;
  #closing: Promise<void> | undefined;
  #isClosed = false;
  #lastId = 0;
  #durable = 0;
  /** What the thread was last told to be durable. */
  #told = 0;
  #projected = 0;
  #unavailable: string | undefined;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url).href);
    this.#worker.onmessage = ({ data }: MessageEvent<FromHistory>) => this.#receive(data);
    this.#worker.onerror = (event) => this.#fail(event.message);
    this.#worker.addEventListener("close", () => this.#fail("its thread has ended"));
    // Whoever opens it hears of a failure; until then nobody waits.
    this.#opening.promise.catch(() => {});
    this.#tables.promise.catch(() => {});
    this.#send({ type: "prepare", paths: dataPaths(options.dataDirectory) });
  }

  get tables(): Promise<Progress | null> {
    return this.#tables.promise;
  }

  async open(durable: number): Promise<History> {
    this.#begin(durable, true);
    await this.#opening.promise;
    return this;
  }

  follow(durable: number): History {
    if (this.#unavailable !== undefined) throw new HistoryUnavailable(this.#unavailable);
    this.#begin(durable, false);
    this.#isOpen = true;
    return this;
  }

  durable(position: number): void {
    if (position <= this.#durable || this.#closing !== undefined) return;
    this.#durable = position;
    // One message is under way at most: the thread reads up to the newest position whenever it answers one.
    if (this.#told <= this.#projected) this.#tellDurable();
  }

  position(): number {
    return this.#projected;
  }

  async catchUp(position: number): Promise<void> {
    await this.#ask({ type: "catch_up" }, position);
  }

  async checkpoint(): Promise<number> {
    // Closing the tables has written out what is stored.
    if (this.#isClosed) return this.#projected;
    return this.#ask({ type: "checkpoint" }, 0);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #ask<Result>(question: Question, after: number): Promise<Result> {
    if (this.#unavailable !== undefined) return Promise.reject(new HistoryUnavailable(this.#unavailable));
    return new Promise<Result>((resolve, reject) => {
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject });
      this.#send({ type: "ask", id: this.#lastId, after, question });
    });
  }

  #begin(durable: number, isAwaited: boolean): void {
    this.#isOpening = true;
    this.#durable = durable;
    this.#told = durable;
    this.#send({ type: "open", paths: dataPaths(this.#options.dataDirectory), durable, isAwaited });
  }

  async #close(): Promise<void> {
    if (this.#unavailable !== undefined) return;
    if (!this.#isOpening) return this.#stop("it was never opened");
    this.#projected = await this.#ask({ type: "close" }, this.#durable);
    this.#isClosed = true;
    this.#stop("it is closed");
  }

  /** Tells what has become durable since history was told last, now that it has projected all of that. */
  #tellMore(): void {
    if (this.#projected >= this.#told && this.#durable > this.#told) this.#tellDurable();
  }

  #tellDurable(): void {
    this.#told = this.#durable;
    this.#send({ type: "durable", position: this.#durable });
  }

  #receive(message: FromHistory): void {
    switch (message.type) {
      case "tables":
        this.#projected = message.progress?.position ?? 0;
        this.#tables.resolve(message.progress);
        break;
      case "rebuilding":
        this.#options.onRebuild?.(message.reason);
        break;
      case "opened":
        this.#projected = message.position;
        this.#opening.resolve();
        this.#isOpen = true;
        this.#tellMore();
        break;
      case "projected":
        this.#projected = message.position;
        this.#tellMore();
        break;
      case "answer":
        this.#take(message.id)?.resolve(message.result as never);
        break;
      case "refused":
        this.#take(message.id)?.reject(
          message.isPassing
            ? new HistoryUnavailable(message.message)
            : new Fault(`history could not answer: ${message.message}`),
        );
        break;
      case "held_up":
        this.#options.onHeldUp?.(message.reason);
        break;
      case "resumed":
        this.#options.onHeldUp?.(null);
        break;
      case "failed":
        this.#fail(message.error instanceof Error ? message.error.message : String(message.error), message.error);
        break;
      default:
        unreachable(message);
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #fail(reason: string, cause?: unknown): void {
    if (this.#unavailable !== undefined) return;
    this.#stop(reason);
    const error = new HistoryUnavailable(reason, cause);
    this.#tables.reject(error);
    if (this.#isOpen) this.#options.onFailure(error);
    else this.#opening.reject(error);
  }

  /** Refuses what is asked from now on, and what has no answer yet. */
  #stop(reason: string): void {
    this.#unavailable = reason;
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(new HistoryUnavailable(reason));
    this.#pending.clear();
  }

  #send(message: ToHistory): void {
    this.#worker.postMessage(message);
  }
}
