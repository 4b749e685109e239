// Signs on a thread of its own: a signature takes a millisecond, a remote signer's answer has to be checked, and on the main
// thread all orders would wait meanwhile.

import type { Hex } from "viem";
import type { OperatorKey } from "./operator-key.ts";
import { type OperatorTransaction, type SignedTransaction, SigningFailed, type TransactionSigner } from "./signer.ts";
import type { SigningOutcome, ToSign } from "./signing-task.ts";

interface Asked {
  resolve(signed: SignedTransaction | Hex): void;
  reject(error: SigningFailed): void;
}

export class ThreadedSigner implements TransactionSigner {
  readonly #key: OperatorKey;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(key: OperatorKey) {
    this.#key = key;
  }

  get address() {
    return this.#key.address;
  }

  sign(transaction: OperatorTransaction): Promise<SignedTransaction> {
    return this.#ask({ id: ++this.#lastId, transaction }) as Promise<SignedTransaction>;
  }

  attest(digest: Hex): Promise<Hex> {
    return this.#ask({ id: ++this.#lastId, digest }) as Promise<Hex>;
  }

  #ask(task: ToSign): Promise<SignedTransaction | Hex> {
    const { id } = task;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage(task);
    });
  }

  close(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate();
    this.#refuseAll("the venue is shutting down");
  }

  #start(): Worker {
    // A process that has nothing else to do ends: the thread does not hold it.
    const worker = new Worker(new URL("./signing.worker.ts", import.meta.url).href, { ref: false });
    worker.postMessage(this.#key);
    worker.onmessage = ({ data }: MessageEvent<SigningOutcome>) => {
      const asked = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if ("signed" in data) asked?.resolve(data.signed);
      else asked?.reject(new SigningFailed(data.refused));
    };
    worker.onerror = () => this.#ended(worker);
    worker.addEventListener("close", () => this.#ended(worker));
    return worker;
  }

  /** The next caller gets another thread. */
  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#refuseAll("the thread that signs has ended");
  }

  #refuseAll(why: string): void {
    const lost = [...this.#asked.values()];
    this.#asked.clear();
    for (const asked of lost) asked.reject(new SigningFailed(why));
  }
}
