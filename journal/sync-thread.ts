// Syncs files on a thread that does nothing else. The runtime's own pool, which `fdatasync` would use, also checks signatures:
// under load a sync waits there behind dozens of them, and every trader waits with it.
//
// The thread sleeps on a word of shared memory, which wakes it sooner than a message would. Where it is not there, because it
// is only starting or has died, the pool syncs. What was on it when it died counts as failed, like a sync that the disk
// refused: the disk may have said no, and would not say it twice. No other one is started then: in a process that has no
// descriptor left, starting a thread would be its end.

import { fdatasync } from "node:fs";

/** What the thread says of one sync: undefined when the file is durable. */
export type SyncResult = { readonly code: string; readonly message: string } | undefined;
/** The first thing that it says. */
export const READY = "ready";

export type SyncDone = (error: Error | undefined) => void;

interface Request {
  readonly descriptor: number;
  readonly done: SyncDone;
}

/** The shared words: how many requests there were, and the file of the last one. */
export const REQUESTS = 0;
export const DESCRIPTOR = 1;

/** A browser's workers, whose types these are, do not keep a process. */
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
  /** The first one is on the thread; the others wait for it. */
  #requests: Request[] = [];

  constructor(program = PROGRAM) {
    this.#program = program;
  }

  /** Whether it syncs; otherwise the pool does. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** @param done gets the error, or undefined once the file is durable */
  sync(descriptor: number, done: SyncDone): void {
    if (!this.#isReady) return fdatasync(descriptor, (error) => done(error ?? undefined));
    this.#requests.push({ descriptor, done });
    if (this.#requests.length > 1) return;
    // Nothing else keeps a process that only waits for this.
    this.#worker!.ref();
    this.#ask();
  }

  /** Early, while there are descriptors; once. */
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
