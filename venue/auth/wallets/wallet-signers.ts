// Who signed wallet messages, found out on a thread of its own. To recover a signer takes milliseconds, any client may ask for
// it, and on the main thread all orders would wait meanwhile. What waits for the thread is bounded, for each
// address and in all, and addresses take turns: one that asks for much waits for itself.

import type { TypedDataDefinition } from "viem";
import { type ApiError, refusal } from "../../wire/api-error.ts";
import type { Recovered } from "./wallet-signature.ts";
import type { ToRecover } from "./wallet-signers.worker.ts";

const WAITING_MAX = 512;
const WAITING_MAX_PER_ADDRESS = 64;
/** Handed to the thread at once, so that it has the next one when it is done with one. */
const WORKING_MAX = 2;

interface Asked {
  readonly data: TypedDataDefinition;
  readonly signature: string;
  resolve(recovered: Recovered): void;
  reject(error: ApiError): void;
}

export class WalletSigners {
  /** What waits for the thread, by the address it came from; whose turn it is stands first. */
  readonly #waiting = new Map<string, Asked[]>();
  #waitingCount = 0;
  readonly #working = new Map<number, Asked>();
  #worker: Worker | undefined;
  #lastId = 0;
  /** The thread has died; another one goes on with what waits. */
  onDeath: (reason: string) => void = () => {};

  /**
   * @param from the address that asks
   * @throws {ApiError} -1003 when too many of this address wait, -1011 when too many wait in all
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

  /** Takes the first of an address, which then is the last to have its turn again. */
  #begin(from: string, ofAddress: Asked[]): Asked {
    const asked = ofAddress.shift()!;
    this.#waitingCount--;
    this.#waiting.delete(from);
    if (ofAddress.length > 0) this.#waiting.set(from, ofAddress);
    this.#working.set(++this.#lastId, asked);
    return asked;
  }

  #start(): Worker {
    // A process that has nothing else to do ends: the thread does not hold it.
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

  /** The thread has ended: what it had is refused, and what waits gets another one. */
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
