// Syncs files on a thread that does nothing else. The runtime's own pool, which `fdatasync` would use, also checks
// signatures: under load a sync waits there behind dozens of them, and every trader waits with it.
//
// The thread sleeps on a word of shared memory, which wakes it sooner than a message would. While it is only starting, and
// after it has died, the pool syncs. Syncs that were on the thread when it died count as failed, like those that the disk
// refused: the disk may have reported an error, and would not report it twice. No other thread is started then: in a
// process that has no descriptor left, starting a thread would kill the process.

import { fdatasync } from "node:fs";

/** The thread's answer to one sync: undefined when the file is durable. */
export type SyncResult = { readonly code: string; readonly message: string } | undefined;
/** The thread's first message. */
export const READY = "ready";

export type SyncDone = (error: Error | undefined) => void;

interface Request {
  readonly descriptor: number;
  readonly done: SyncDone;
}

/** The shared words: the number of requests so far, and the descriptor of the last one. */
export const REQUESTS = 0;
export const DESCRIPTOR = 1;

/** These types are those of a browser's workers, which can't keep a process alive. */
interface Thread extends Worker {
  ref(): void;
  unref(): void;
}

const PROGRAM = new URL("./sync-thread.worker.ts", import.meta.url);

export class SyncThread {
  readonly #program: URL;
  readonly #words = new Int32Array(new SharedArrayBuffer(8));
  #worker: Thread | undefined;
  #isReady = false;
  /** The first request is on the thread; the others wait for it. */
  #requests: Request[] = [];

  constructor(program = PROGRAM) {
    this.#program = program;
  }

  /** Whether the thread syncs; otherwise the pool does. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** @param done gets the error, or undefined once the file is durable */
  sync(descriptor: number, done: SyncDone): void {
    if (!this.#isReady) return fdatasync(descriptor, (error) => done(error ?? undefined));
    this.#requests.push({ descriptor, done });
    if (this.#requests.length > 1) return;
    // Nothing else keeps a process alive that only waits for this.
    this.#worker!.ref();
    this.#ask();
  }

  /** Starts the thread, once: early, while there are descriptors. */
  start(): void {
    if (this.#worker !== undefined) return;
    const worker = new Worker(this.#program.href, { ref: false }) as Thread;
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<SyncResult | typeof READY>) => {
      if (data === READY) this.#isReady = true;
      else this.#answer(data);
    };
    worker.onerror = ({ message }) => this.#end(message);
    worker.addEventListener("close", () => this.#end("it has ended"));
    worker.postMessage(this.#words);
  }

  #ask(): void {
    Atomics.store(this.#words, DESCRIPTOR, this.#requests[0]!.descriptor);
    Atomics.add(this.#words, REQUESTS, 1);
    Atomics.notify(this.#words, REQUESTS);
  }

  #answer(result: SyncResult): void {
    const { done } = this.#requests.shift()!;
    if (this.#requests.length > 0) this.#ask();
    else this.#worker!.unref();
    done(result && Object.assign(new Error(result.message), { code: result.code }));
  }

  #end(reason: string): void {
    const requests = this.#requests;
    this.#requests = [];
    this.#isReady = false;
    for (const { done } of requests) done(new Error(`the thread that syncs the journal has died: ${reason}`));
  }
}
