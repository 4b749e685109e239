// What the executor remembers of a withdrawal between rounds: when it was last sent, and why it waits. Times are by the
// machine's monotonic clock. The memory lasts as long as the process: forgetting it costs a repetition and nothing else.

import type { Hex } from "viem";
import type { SentFacts } from "./transaction-decisions.ts";

export interface RememberedWithdrawal {
  /** When this process first saw it open. */
  readonly since: number;
  signedAt: number;
  broadcastAt: number;
  wasMined: boolean;
  /** The head at which its transaction was first seen to be mined; null while it is not. */
  minedAt: number | null;
  /** It is not tried again before this time. */
  retryAt: number;
  /** How often in a row it was put off. */
  pauses: number;
  /** Why it waits; "" when only for its turn or its block. */
  reason: string;
  /** The outcome seen, and the hash of the safe block at which it was seen. */
  seen: SentFacts["seen"];
  seenAt: string;
  /** When a withdrawal in the vault's queue becomes payable, in seconds since 1970. */
  payableAt: number | null;
  /** When the vault's caps will have room for it, if that is sooner than the queue would pay it; it waits until then. */
  capsUntil: number | null;
  /** Hashes of side transactions that pay it. */
  readonly sideTransactions: Hex[];
}

const PAUSE_MAX_MS = 60_000;

export class WithdrawalMemory {
  readonly #now: () => number;
  readonly #firstPauseMs: number;
  readonly #byId = new Map<number, RememberedWithdrawal>();

  constructor(now: () => number, firstPauseMs: number) {
    this.#now = now;
    this.#firstPauseMs = firstPauseMs;
  }

  of(withdrawalId: number): RememberedWithdrawal {
    const known = this.#byId.get(withdrawalId);
    if (known !== undefined) return known;
    const at = this.#now();
    const fresh: RememberedWithdrawal = {
      since: at,
      signedAt: at,
      // A transaction noted before this process began may never have been sent.
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

  /** Undefined for a withdrawal that no round has looked at. */
  find(withdrawalId: number): Readonly<RememberedWithdrawal> | undefined {
    return this.#byId.get(withdrawalId);
  }

  /** Puts off the next attempt by a pause that doubles each time, up to `PAUSE_MAX_MS`. */
  putOff(withdrawalId: number, reason: string): void {
    const known = this.of(withdrawalId);
    known.reason = reason;
    known.retryAt = this.#now() + Math.min(this.#firstPauseMs * 2 ** known.pauses, PAUSE_MAX_MS);
    known.pauses++;
  }

  /** Tries again at once: what it waited for may have come. */
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
