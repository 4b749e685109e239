// What the executor remembers of a withdrawal between two rounds: when it was last sent, and why it waits. By the machine's
// monotonic clock, and for the life of the process alone: forgetting it costs a repetition and nothing else.

import type { Hex } from "viem";
import type { SentFacts } from "./decisions.ts";

export interface Remembered {
  /** Since when it is known to be open. */
  readonly since: number;
  signedAt: number;
  broadcastAt: number;
  wasMined: boolean;
  /** The head at which its transaction was first seen to be mined; null while it is not. */
  minedAt: number | null;
  /** Not tried again before. */
  retryAt: number;
  /** How often in a row it was put off. */
  pauses: number;
  /** Why it waits, "" when for nothing but its turn or its block. */
  reason: string;
  /** What was seen at which safe block. */
  seen: SentFacts["seen"];
  seenAt: string;
  /** Of one in the vault's queue, in seconds since 1970. */
  payableAt: number | null;
  /** Until then it waits for the vault's caps to leave room, which comes sooner than the queue would pay it. */
  capsUntil: number | null;
  /** Of side transactions that would have it paid. */
  readonly sideTransactions: Hex[];
}

const PAUSE_MAX_MS = 60_000;

export class Memory {
  readonly #now: () => number;
  readonly #firstPauseMs: number;
  readonly #byId = new Map<number, Remembered>();

  constructor(now: () => number, firstPauseMs: number) {
    this.#now = now;
    this.#firstPauseMs = firstPauseMs;
  }

  of(withdrawalId: number): Remembered {
    const known = this.#byId.get(withdrawalId);
    if (known !== undefined) return known;
    const at = this.#now();
    const fresh: Remembered = {
      since: at,
      signedAt: at,
      // What was noted before this process began may never have been sent.
      broadcastAt: Number.NEGATIVE_INFINITY,
      ...{
        wasMined: false,
        minedAt: null,
        retryAt: 0,
        pauses: 0,
        reason: "",
        seen: null,
        seenAt: "",
        payableAt: null,
        capsUntil: null,
        sideTransactions: [],
      },
    };
    this.#byId.set(withdrawalId, fresh);
    return fresh;
  }

  /** Undefined for one that no round has looked at. */
  find(withdrawalId: number): Readonly<Remembered> | undefined {
    return this.#byId.get(withdrawalId);
  }

  /** Not to be tried again for a while, which grows. */
  putOff(withdrawalId: number, reason: string): void {
    const known = this.of(withdrawalId);
    known.reason = reason;
    known.retryAt = this.#now() + Math.min(this.#firstPauseMs * 2 ** known.pauses, PAUSE_MAX_MS);
    known.pauses++;
  }

  /** What it waited for may be there. */
  hurry(withdrawalId: number): void {
    const known = this.#byId.get(withdrawalId);
    if (known !== undefined) known.retryAt = 0;
  }

  sent(withdrawalId: number): void {
    const known = this.of(withdrawalId);
    known.signedAt = this.#now();
    known.minedAt = null;
    known.capsUntil = null;
    known.reason = "";
    known.pauses = 0;
  }

  keepOnly(withdrawalIds: ReadonlySet<number>): void {
    for (const id of this.#byId.keys()) if (!withdrawalIds.has(id)) this.#byId.delete(id);
  }
}
