// Recovers the signers of wallet messages on a thread of its own. A recovery takes milliseconds and any client may cause one; on
// the main thread, all orders would wait for it. The number that waits is bounded, per address and in total, and addresses take
// turns: an address that sends many requests waits only for itself.

import type { TypedDataDefinition } from "viem";
import { type ApiError, refusal } from "../../wire/api-error.ts";
import type { Recovered } from "./wallet-signature.ts";
import type { ToRecover } from "./wallet-signers.worker.ts";

const WAITING_MAX = 512;
const WAITING_MAX_PER_ADDRESS = 64;
/** How many the thread has at once, so that it has the next one when it finishes one. */
const WORKING_MAX = 2;

interface RecoveryRequest {
  readonly data: TypedDataDefinition;
  readonly signature: string;
  resolve(recovered: Recovered): void;
  reject(error: ApiError): void;
}

export class WalletSigners {
  /** Requests that wait for the thread, by the address that they came from; the address whose turn it is comes first. */
  readonly #waiting = new Map<string, RecoveryRequest[]>();
  #waitingCount = 0;
  readonly #working = new Map<number, RecoveryRequest>();
  #worker: Worker | undefined;
  #lastId = 0;
  /** Called when the thread has died; a new one continues with the requests that wait. */
  onDeath: (reason: string) => void = () => {};

  /**
   * @param from the address that the request came from
   * @throws {ApiError} -1003 when too many of this address wait, -1011 when too many wait in total
   */
  recover(data: TypedDataDefinition, signature: string, from: string): Promise<Recovered> {
    const ofAddress = this.#waiting.get(from) ?? [];
    if (ofAddress.length >= WAITING_MAX_PER_ADDRESS) {
      return Promise.reject(refusal("rate_limit_exceeded").with({ retry_after_ms: 1_000 }));
    }
    if (this.#waitingCount >= WAITING_MAX) return Promise.reject(busy("too many wallet signatures are waiting"));
    return new Promise((resolve, reject) => {
      ofAddress.push({ data, signature, resolve, reject });
      this.#waiting.set(from, ofAddress);
      this.#waitingCount++;
      this.#handOver();
    });
  }

  #handOver(): void {
    while (this.#working.size < WORKING_MAX) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [from, ofAddress] = next;
      const { data, signature } = this.#begin(from, ofAddress);
      const task: ToRecover = { id: this.#lastId, data, signature };
      this.#worker ??= this.#start();
      this.#worker.postMessage(task);
    }
  }

  /** Takes an address's first request, and moves the address to the end of the order of turns. */
  #begin(from: string, ofAddress: RecoveryRequest[]): RecoveryRequest {
    const asked = ofAddress.shift()!;
    this.#waitingCount--;
    this.#waiting.delete(from);
    if (ofAddress.length > 0) this.#waiting.set(from, ofAddress);
    this.#working.set(++this.#lastId, asked);
    return asked;
  }

  #start(): Worker {
    // Unreferenced, so that the thread does not keep a process from ending.
    const worker = new Worker(new URL("./wallet-signers.worker.ts", import.meta.url).href, { ref: false });
    worker.onmessage = ({ data: { id, recovered } }: MessageEvent<{ id: number; recovered: Recovered }>) => {
      this.#working.get(id)?.resolve(recovered);
      this.#working.delete(id);
      this.#handOver();
    };
    worker.onerror = ({ message }) => this.#restart(worker, message);
    worker.addEventListener("close", () => this.#restart(worker, "its thread has ended"));
    return worker;
  }

  /** The thread has died: its requests are refused, and a new thread gets those that wait. */
  #restart(ended: Worker, reason: string): void {
    if (this.#worker !== ended) return;
    this.#worker = undefined;
    this.onDeath(reason);
    const lost = [...this.#working.values()];
    this.#working.clear();
    for (const asked of lost) asked.reject(busy("the wallet signature was not checked"));
    this.#handOver();
  }
}

function busy(why: string): ApiError {
  return refusal("core_unavailable", `${why}, ask again`);
}
