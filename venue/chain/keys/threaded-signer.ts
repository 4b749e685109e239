// Signs on a separate thread: a signature takes a millisecond and a remote signer's answer has to be checked, and on the
// main thread all orders would wait for that.

import type { Hex } from "viem";
import type { AttestationSigner, WalletMessage } from "./attestation-signer.ts";
import type { OperatorKey } from "./operator-key.ts";
import type { SigningOutcome, SigningResult, SigningTask, ToSign } from "./signing-task.ts";
import {
  type OperatorTransaction,
  type SignedTransaction,
  SigningFailed,
  type TransactionSigner,
} from "./transaction-signer.ts";

interface PendingTask {
  resolve(result: SigningResult): void;
  reject(error: SigningFailed): void;
}

export class ThreadedSigner implements TransactionSigner, AttestationSigner {
  readonly #key: OperatorKey;
  readonly #asked = new Map<number, PendingTask>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(key: OperatorKey) {
    this.#key = key;
  }

  get address() {
    return this.#key.address;
  }

  sign(transaction: OperatorTransaction): Promise<SignedTransaction> {
    return this.#ask({ transaction }) as Promise<SignedTransaction>;
  }

  isSigned(message: WalletMessage): Promise<boolean> {
    return this.#ask({ message }) as Promise<boolean>;
  }

  signDigest(digest: Hex): Promise<Hex> {
    return this.#ask({ digest }) as Promise<Hex>;
  }

  close(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate();
    this.#refuseAll("the venue is shutting down");
  }

  #ask(task: SigningTask): Promise<SigningResult> {
    const id = ++this.#lastId;
    const toSign: ToSign = { id, ...task };
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage(toSign);
    });
  }

  #start(): Worker {
    // The thread does not keep a process alive that has nothing else to do.
    const worker = new Worker(new URL("./signing.worker.ts", import.meta.url).href, { ref: false });
    worker.postMessage(this.#key);
    worker.onmessage = ({ data }: MessageEvent<SigningOutcome>) => {
      const asked = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if ("done" in data) asked?.resolve(data.done);
      else asked?.reject(new SigningFailed(data.refused));
    };
    worker.onerror = () => this.#ended(worker);
    worker.addEventListener("close", () => this.#ended(worker));
    return worker;
  }

  /** The next task starts another thread. */
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
