// Nonces of account openings: random, each with the venue time that was answered with it, good for two minutes and one
// success. They live in memory only; a restart makes clients ask again. Interface 5.1, rules 9.4.

const LIFETIME_MS = 120_000;
const KEPT_MAX = 100_000;

/** What a message has of one. */
export interface UsedNonce {
  readonly registrationNonce: number;
  /** The time that was answered with it. */
  readonly timestamp: number;
}

export class RegistrationNonces {
  // In the order of issue, which is the order of time: the oldest is the first.
  readonly #issued = new Map<number, number>();
  readonly #kept: number;

  constructor(kept: number = KEPT_MAX) {
    this.#kept = kept;
  }

  get size(): number {
    return this.#issued.size;
  }

  /** A new nonce below 2^53, bound to `now` in venue milliseconds. */
  issue(now: number): number {
    this.#forget(now);
    let nonce = random53();
    while (nonce === 0 || this.#issued.has(nonce)) nonce = random53();
    this.#issued.set(nonce, now);
    return nonce;
  }

  /** Whether the nonce may be used now with this timestamp: the one that was answered with it. */
  isGood({ registrationNonce, timestamp }: UsedNonce, now: number): boolean {
    const issuedAt = this.#issued.get(registrationNonce);
    return issuedAt !== undefined && issuedAt === timestamp && now - issuedAt <= LIFETIME_MS;
  }

  /**
   * Does what a good nonce is for. It is taken meanwhile, so that no second request gets through with it, and given back when
   * that is refused: only a success consumes it.
   */
  async spend<Result>({ registrationNonce, timestamp }: UsedNonce, act: () => Promise<Result>): Promise<Result> {
    this.#issued.delete(registrationNonce);
    try {
      return await act();
    } catch (error) {
      this.#issued.set(registrationNonce, timestamp);
      throw error;
    }
  }

  #forget(now: number): void {
    for (const [nonce, issuedAt] of this.#issued) {
      if (now - issuedAt <= LIFETIME_MS && this.#issued.size < this.#kept) return;
      this.#issued.delete(nonce);
    }
  }
}

function random53(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}
