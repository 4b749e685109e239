// Which signed timestamps have opened a private stream already. Stock clients connect again with the URL they have, and
// may go on reading; but a URL is seen by proxies and logs, so orders are taken only over the connection that brought its
// timestamp first. Streams 2.
//
// Nothing of it is kept on disk: a timestamp from before this process began counts as spent. What is in memory leaves it
// when its time is out of the window of signatures, and each key has so many places; when they are full, the oldest goes,
// and all that are older count as spent.

import { TIMESTAMP_WINDOW_MS } from "../auth/authenticate.ts";

const KEPT_PER_KEY = 64;

/** Whose key has signed: what is signed says nothing of the account in the path. */
export interface Signer {
  readonly account: number;
  readonly key: string;
}

export interface StreamTimestamps {
  /**
   * Spends a timestamp whose signature is known to be right.
   * @returns whether it was there to be spent; a promise where others are asked
   * @throws {ApiError} as a rejection, -1011, when they can't be asked
   */
  spend(signer: Signer, timestamp: number, now: number): boolean | Promise<boolean>;
}

interface Spent {
  /** This one and all before. */
  upTo: number;
  readonly after: Set<number>;
  newest: number;
}

export class SpentTimestamps implements StreamTimestamps {
  /** By account and key, the one that was used last at the end. */
  readonly #spent = new Map<string, Spent>();
  /** Of any key: what was spent up to here is not known any more. */
  #floor: number;
  readonly #kept: number;

  /** @param startedAt venue time at which no connection had been opened yet */
  constructor(startedAt: number, kept: number = KEPT_PER_KEY) {
    this.#floor = startedAt;
    this.#kept = kept;
  }

  /** How many keys have something in memory. */
  get size(): number {
    return this.#spent.size;
  }

  spend(signer: Signer, timestamp: number, now: number): boolean {
    this.#forget(now);
    if (timestamp <= this.#floor) return false;
    const name = `${signer.account} ${signer.key}`;
    const spent = this.#spent.get(name) ?? { upTo: this.#floor, after: new Set(), newest: 0 };
    if (timestamp <= spent.upTo || spent.after.has(timestamp)) return false;
    spent.after.add(timestamp);
    spent.newest = Math.max(spent.newest, timestamp);
    if (spent.after.size > this.#kept) {
      spent.upTo = Math.min(...spent.after);
      spent.after.delete(spent.upTo);
    }
    this.#spent.delete(name);
    this.#spent.set(name, spent);
    return true;
  }

  /** From the front, up to the first that may still be asked for; one that is behind it leaves at most two windows late. */
  #forget(now: number): void {
    for (const [name, { newest }] of this.#spent) {
      if (newest >= now - TIMESTAMP_WINDOW_MS) return;
      this.#spent.delete(name);
      this.#floor = Math.max(this.#floor, newest);
    }
  }
}
