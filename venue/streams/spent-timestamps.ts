// The signed timestamps that have already opened a private stream. Stock clients reconnect with the URL they have, and
// may go on reading; but proxies and logs see a URL, so orders are accepted only over the connection that brought its
// timestamp first. Streams 2.
//
// Nothing is kept on disk: a timestamp from before this process began counts as spent. A timestamp leaves memory once
// it is outside the window of valid signatures. Each key keeps a limited number of timestamps; beyond that the oldest
// is dropped, and all that are as old or older count as spent.

import { TIMESTAMP_WINDOW_MS } from "../auth/authenticate.ts";

const KEPT_PER_KEY = 64;

/** The key that signed, and the account of the path, which the signature does not cover. */
export interface Signer {
  readonly account: number;
  readonly key: string;
}

export interface StreamTimestamps {
  /**
   * Spends a timestamp whose signature has been verified.
   * @returns whether it was still unspent; a promise where other nodes are asked
   * @throws {ApiError} as a rejection, -1011, when they can't be asked
   */
  spend(signer: Signer, timestamp: number, now: number): boolean | Promise<boolean>;
}

interface Spent {
  /** This timestamp and all earlier ones are spent. */
  upTo: number;
  readonly after: Set<number>;
  newest: number;
}

export class SpentTimestamps implements StreamTimestamps {
  /** By account and key, the most recently used last. */
  readonly #spent = new Map<string, Spent>();
  /** For any key: it is no longer known which timestamps up to this one were spent. */
  #floor: number;
  readonly #kept: number;

  /** @param startedAt venue time at which no connection had been opened yet */
  constructor(startedAt: number, kept: number = KEPT_PER_KEY) {
    this.#floor = startedAt;
    this.#kept = kept;
  }

  /** How many keys have timestamps in memory. */
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

  /**
   * Forgets keys from the front, up to the first whose newest timestamp may still be used; an expired key behind that
   * one leaves at most two windows late.
   */
  #forget(now: number): void {
    for (const [name, { newest }] of this.#spent) {
      if (newest >= now - TIMESTAMP_WINDOW_MS) return;
      this.#spent.delete(name);
      this.#floor = Math.max(this.#floor, newest);
    }
  }
}
