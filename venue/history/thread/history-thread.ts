// History as the venue uses it: questions are sent to the history thread and their answers returned as promises. The thread
// can be slow, or die, without affecting the engine. If it dies, every open question is refused at once, and a new thread
// continues from the tables. A thread that reports that it can't continue, or that dies again and again, is not replaced:
// every later question is then refused.
//
// A read waits until history has reached the position that it asks for, but not for ever: while history is being checked or
// rebuilt, it is refused soon, with the progress so far.

import { dataPaths } from "@evermark/core";
import { Fault, unreachable } from "@evermark/engine";
import { KEEP_ALL, type Retention } from "../retention/retention.ts";
import type { RetentionReport } from "../retention/retention-report.ts";
import type { Progress } from "../tables/projected-progress.ts";
import type { FromHistory, Question, ToHistory } from "./history-protocol.ts";
import type { QueryName } from "./history-queries.ts";
import { type HistoryReader, historyReader } from "./history-reader.ts";

/** How far history is on its way to the journal position at which it began. */
export type HistoryProgress =
  /** Bytes of the file checked, before anything is answered from it. */
  | { readonly step: "checking"; readonly done: number; readonly of: number }
  /** Commands projected. */
  | { readonly step: "catching up"; readonly done: number; readonly of: number }
  | { readonly step: "done" };

interface HistoryOptions {
  /**
   * Whether the engine runs ahead of the disk, as on a node, which applies a batch before it has its own copy of it: then a read
   * waits for what is not durable yet. Otherwise all that is asked for is durable.
   */
  readonly isBehindEngine?: boolean;
  /** The caller holds the directory's lock. */
  readonly dataDirectory: string;
  /** How long rows are kept; for ever when absent. */
  readonly retention?: Retention;
  /** The address of the PostgreSQL database with the tables; when absent, they are in a file of the data directory. */
  readonly database?: string | null;
  /** History can't continue: its reads fail from now on. Called once, and never after `close`. */
  readonly onFailure: (error: Error) => void;
  /** The thread has died, and a new one continues: open questions were refused. */
  readonly onRestart?: (reason: string) => void;
  /** Called when the tables are being rebuilt. */
  readonly onRebuild?: (reason: string) => void;
  /** Called with the reason why history falls behind for now (such as a full disk), and with null when it continues. */
  readonly onHeldUp?: (reason: string | null) => void;
  /** Called at the beginning and after `onRebuild`, repeatedly until it is done. */
  readonly onProgress?: (progress: HistoryProgress) => void;
  /** Called now and then with how much is kept. */
  readonly onKept?: (kept: RetentionReport) => void;
}

export interface History {
  readonly reads: HistoryReader;
  /** The journal is durable up to `position`; to be called whenever that moves. */
  durable(position: number): void;
  /** The last projected position. */
  position(): number;
  /** Whether it is so close to the durable position that closing can wait for it. */
  readonly isNear: boolean;
  /** Whether it has failed or is closed: nothing is answered any more. */
  readonly isOver: boolean;
  /** Resolves once `position`, which must be durable, is projected, however long that takes. */
  catchUp(position: number): Promise<void>;
  /** One query after `after`. The answer includes everything up to the returned position, and nothing after it. */
  askAt(name: QueryName, parameters: readonly unknown[], after: number): Promise<PositionedAnswer>;
  /** Brings the kept copy up to date. @returns the copy's position, up to which the journal may be pruned */
  keep(): Promise<number>;
  /** Commits what is projected, catches up if that is near, closes the tables and ends the thread. */
  close(): Promise<void>;
}

interface PositionedAnswer {
  readonly result: unknown;
  readonly position: number;
}

/** History can't answer: its thread has failed or is closed, is held up, or has not reached the position asked for. */
export class HistoryUnavailable extends Fault {
  /** For callers, without paths or other internals. */
  readonly publicReason: string;

  constructor(reason: string, publicReason = "history can't be read for now", cause?: unknown) {
    super(`history is unavailable: ${reason}`);
    this.name = "HistoryUnavailable";
    this.publicReason = publicReason;
    this.cause = cause;
  }
}

/** History before it is known how far the journal goes. Then `open` or `follow` is called, once. */
export interface StartingHistory {
  /**
   * How far the existing tables are, once they are checked; null when they cannot be read.
   * @throws {HistoryUnavailable}
   */
  readonly tables: Promise<Progress | null>;
  /** Until `open` or `follow` is called, reads are answered from the tables as they are. */
  readonly reads: HistoryReader;
  /**
   * Resolves once everything up to `durable`, the last durable position of the journal, is projected.
   * @throws {HistoryUnavailable} when it can't be started
   */
  open(durable: number): Promise<History>;
  /** Like `open`, but returns at once; errors are reported like any later failure. */
  follow(durable: number): History;
  /** Ends the thread, whether it was opened or not. */
  close(): Promise<void>;
}

/** Starts the history thread. */
export function beginHistory(options: HistoryOptions): StartingHistory {
  return new ThreadHistory(options);
}

/** Starts and opens history when the end of the journal is known already. */
export function startHistory({ durable, ...options }: HistoryOptions & { durable: number }): Promise<History> {
  return beginHistory(options).open(durable);
}

interface Pending {
  readonly resolve: (answer: PositionedAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A read waits this long at most: usually history is a few milliseconds behind the engine. */
const PATIENCE_MS = 10_000;
/** The same while history is catching up from further back. */
const PATIENCE_BEHIND_MS = 1_000;
/** Closing waits for history to catch up if it is at most this many commands behind: far less than a second. */
const NEAR_COMMANDS = 20_000;
/** A thread that dies more often than this within this time is not restarted. */
const DEATHS_MAX = 3;
const DEATHS_SPAN_MS = 3_600_000;

class ThreadHistory implements History, StartingHistory {
  readonly reads = historyReader((name, parameters, after) => this.#read(name, parameters, after));
  readonly #options: HistoryOptions;
  #worker: Worker;
  /** When threads died that were replaced, in milliseconds of this process. */
  readonly #deaths: number[] = [];
  readonly #pending = new Map<number, Pending>();
  readonly #tables = Promise.withResolvers<Progress | null>();
  #isOpening = false;
  /** Whether failures are reported to the venue rather than to the caller of `open`. */
  #isOpen = false;
  #closing: Promise<void> | undefined;
  #lastId = 0;
  #durable = 0;
  /** Reads that wait for a position to become durable. */
  #waiting: { readonly position: number; readonly resume: () => void }[] = [];
  /** The durable position that the thread was last sent. */
  #sent = 0;
  #projected = 0;
  /** The journal's position when history began or restarted; null once history has reached it. */
  #goal: number | null = 0;
  #progress: HistoryProgress = { step: "checking", done: 0, of: 0 };
  #unavailable: string | undefined;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#worker = this.#startThread();
    // Until a caller awaits them, a rejection is not an unhandled one.
    this.#tables.promise.catch(() => {});
  }

  #startThread(): Worker {
    const worker = new Worker(new URL("./history.worker.ts", import.meta.url).href);
    worker.onmessage = ({ data }: MessageEvent<FromHistory>) => {
      // Messages of a thread that was replaced are ignored.
      if (worker === this.#worker) this.#receive(data);
    };
    worker.onerror = ({ message }) => this.#died(worker, message);
    worker.addEventListener("close", () => this.#died(worker, "its thread has ended"));
    worker.postMessage({ type: "prepare", ...this.#where } satisfies ToHistory);
    return worker;
  }

  get tables(): Promise<Progress | null> {
    return this.#tables.promise;
  }

  async open(durable: number): Promise<History> {
    this.#begin(durable);
    await this.catchUp(durable);
    this.#isOpen = true;
    return this;
  }

  follow(durable: number): History {
    this.#isOpen = true;
    this.#begin(durable);
    // A failure from before there was a venue to notify.
    if (this.#unavailable !== undefined) this.#options.onFailure(new HistoryUnavailable(this.#unavailable));
    return this;
  }

  durable(position: number): void {
    if (position <= this.#durable || this.#closing !== undefined) return;
    this.#durable = position;
    // At most one message is under way: the thread reads up to the newest position whenever it answers one.
    if (this.#sent <= this.#projected) this.#sendDurable();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) {
      if (each.position <= position) each.resume();
      else this.#waiting.push(each);
    }
  }

  position(): number {
    return this.#projected;
  }

  get isNear(): boolean {
    return this.#durable - this.#projected <= NEAR_COMMANDS;
  }

  get isOver(): boolean {
    return this.#unavailable !== undefined;
  }

  async catchUp(position: number): Promise<void> {
    await this.#ask({ type: "catch_up" }, position);
  }

  askAt(name: QueryName, parameters: readonly unknown[], after: number): Promise<PositionedAnswer> {
    return this.#ask({ type: "query", name, parameters }, after);
  }

  async keep(): Promise<number> {
    return (await this.#ask({ type: "keep" }, 0)).result as number;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #read(name: QueryName, parameters: readonly unknown[], after: number): Promise<unknown> {
    const { isBehindEngine } = this.#options;
    if (isBehindEngine === true && this.#isOpening && after > this.#durable) await this.#untilDurable(after);
    const asked = this.#ask({ type: "query", name, parameters }, after);
    const id = this.#lastId;
    const patience = setTimeout(
      () => this.#take(id)?.reject(this.#notYet()),
      this.#progress.step === "done" ? PATIENCE_MS : PATIENCE_BEHIND_MS,
    );
    try {
      return (await asked).result;
    } finally {
      clearTimeout(patience);
    }
  }

  /** @throws {HistoryUnavailable} when that takes too long */
  #untilDurable(position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each.resume !== resume);
        reject(this.#notYet());
      }, PATIENCE_MS);
      const resume = () => {
        clearTimeout(patience);
        resolve();
      };
      this.#waiting.push({ position, resume });
    });
  }

  #ask(question: Question, after: number): Promise<PositionedAnswer> {
    if (this.#unavailable !== undefined) return Promise.reject(new HistoryUnavailable(this.#unavailable));
    return new Promise<PositionedAnswer>((resolve, reject) => {
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject });
      this.#send({ type: "ask", id: this.#lastId, after, question });
    });
  }

  /** The reason why a question has no answer yet. */
  #notYet(): HistoryUnavailable {
    const progress = this.#progress;
    switch (progress.step) {
      case "checking":
        return new HistoryUnavailable("its file is being checked", "history is being checked; try again soon");
      case "catching up": {
        const { done, of } = progress;
        const far = `history has taken in ${done} of ${of} commands`;
        return new HistoryUnavailable(far, `${far}; try again soon`);
      }
      case "done":
        return new HistoryUnavailable("it has not caught up in time");
      default:
        return unreachable(progress);
    }
  }

  #begin(durable: number): void {
    if (this.#unavailable !== undefined) return;
    this.#isOpening = true;
    this.#durable = durable;
    this.#sent = durable;
    this.#goal = durable;
    this.#send({ type: "open", ...this.#where, durable });
  }

  get #where() {
    const { dataDirectory, retention = KEEP_ALL, database = null } = this.#options;
    return { paths: dataPaths(dataDirectory), retention, database };
  }

  async #close(): Promise<void> {
    if (this.#unavailable !== undefined) return;
    // Before it is opened it can be ended at any moment, and it may be busy with its file for long.
    if (!this.#isOpening || this.#progress.step === "checking") return this.#stop("it is closed");
    try {
      const { result } = await this.#ask({ type: "close" }, this.isNear ? this.#durable : 0);
      this.#projected = result as number;
    } catch (error) {
      // A thread that has died counts as closed: what it had not committed is projected at the next start.
      if (!(error instanceof HistoryUnavailable)) throw error;
    }
    this.#stop("it is closed");
  }

  /** Sends what has become durable since the last message, once the thread has projected everything up to that. */
  #sendNewlyDurable(): void {
    if (this.#projected >= this.#sent && this.#durable > this.#sent) this.#sendDurable();
  }

  #sendDurable(): void {
    this.#sent = this.#durable;
    this.#send({ type: "durable", position: this.#durable });
  }

  #receive(message: FromHistory): void {
    switch (message.type) {
      case "checked":
        this.#reportProgress({ step: "checking", done: message.checked, of: message.of });
        break;
      case "tables":
        this.#projected = message.progress?.position ?? 0;
        this.#tables.resolve(message.progress);
        break;
      case "rebuilding":
        this.#projected = 0;
        this.#goal = this.#durable;
        this.#options.onRebuild?.(message.reason);
        this.#reportProgress({ step: "catching up", done: 0, of: this.#goal });
        break;
      case "projected":
        this.#projected = message.position;
        this.#approach();
        this.#sendNewlyDurable();
        break;
      case "answer":
        this.#take(message.id)?.resolve({ result: message.result, position: message.position });
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
      case "kept":
        this.#options.onKept?.(message.kept);
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

  #approach(): void {
    if (this.#goal === null) return;
    const isThere = this.#projected >= this.#goal;
    if (isThere) this.#reportProgress({ step: "done" });
    else this.#reportProgress({ step: "catching up", done: this.#projected, of: this.#goal });
    if (isThere) this.#goal = null;
  }

  #reportProgress(progress: HistoryProgress): void {
    this.#progress = progress;
    this.#options.onProgress?.(progress);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** Committed rows are in the tables, and everything else is in the journal, so a new thread can continue. */
  #died(worker: Worker, reason: string): void {
    if (worker !== this.#worker || this.#unavailable !== undefined) return;
    if (this.#closing !== undefined) return this.#stop(reason);
    if (!this.#isOpen || !this.#mayRestart()) return this.#fail(reason);
    worker.terminate();
    this.#refuseAsked(reason);
    this.#options.onRestart?.(reason);
    this.#projected = 0;
    this.#worker = this.#startThread();
    this.#begin(this.#durable);
  }

  #mayRestart(): boolean {
    const now = performance.now();
    this.#deaths.push(now);
    return this.#deaths.filter((at) => now - at < DEATHS_SPAN_MS).length <= DEATHS_MAX;
  }

  #fail(reason: string, cause?: unknown): void {
    if (this.#unavailable !== undefined) return;
    this.#stop(reason);
    const error = new HistoryUnavailable(reason, undefined, cause);
    this.#tables.reject(error);
    if (this.#isOpen) this.#options.onFailure(error);
  }

  /** Refuses all later questions, and those that have no answer yet. */
  #stop(reason: string): void {
    this.#unavailable = reason;
    this.#worker.terminate();
    this.#tables.resolve(null);
    this.#refuseAsked(reason);
  }

  #refuseAsked(reason: string): void {
    for (const { reject } of this.#pending.values()) reject(new HistoryUnavailable(reason));
    this.#pending.clear();
  }

  #send(message: ToHistory): void {
    this.#worker.postMessage(message);
  }
}
