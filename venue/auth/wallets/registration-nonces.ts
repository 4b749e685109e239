// Nonces of account openings, each with the venue time that was answered with it, good for two minutes and one success. None is
// kept: a nonce is sealed together with its time, by a secret that follows from the journal, so each node of a venue knows those
// of the others. What is used or in use is remembered where it was, for as long as it would be good. Interface 5.1, rules 9.4.
//
// 53 bits: the lowest 20 are a number that differs among those of one moment, above them are 33 of the seal.

import { createHmac, randomInt } from "node:crypto";
import type { EngineReader } from "@evermark/engine";

const LIFETIME_MS = 120_000;
const NUMBERS = 2 ** 20;
const SEALS = 2 ** 33;

/** What a message has of one. */
export interface UsedNonce {
  readonly registrationNonce: number;
  /** The time that was answered with it. */
  readonly timestamp: number;
}

export class RegistrationNonces {
  readonly #engine: Pick<EngineReader, "secretFor">;
  readonly #issuedSince: number;
  #secret: Buffer | null = null;
  /** Two nodes that begin to count anywhere hardly meet. */
  #next = randomInt(NUMBERS);
  /** Used or in use, with its time; the oldest is the first to go. */
  readonly #used = new Map<number, number>();

  /** @param issuedSince of earlier ones it is not known whether they were used; venue milliseconds */
  constructor(engine: Pick<EngineReader, "secretFor">, issuedSince = 0) {
    this.#engine = engine;
    this.#issuedSince = issuedSince;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#used.size;
  }

  /** A nonce above 0 and below 2^53, bound to `now` in venue milliseconds. */
  issue(now: number): number {
    this.#next = (this.#next + 1) % NUMBERS;
    const nonce = this.#seal(now, this.#next) * NUMBERS + this.#next;
    return nonce === 0 ? this.issue(now) : nonce;
  }

  /** Whether the nonce may be used now with this timestamp: the one that was answered with it. */
  isGood({ registrationNonce: nonce, timestamp }: UsedNonce, now: number): boolean {
    if (!Number.isSafeInteger(nonce) || nonce <= 0 || this.#used.has(nonce)) return false;
    if (timestamp < this.#issuedSince || now - timestamp > LIFETIME_MS) return false;
    return this.#seal(timestamp, nonce % NUMBERS) === Math.floor(nonce / NUMBERS);
  }

  /**
   * Does what a good nonce is for. It is taken meanwhile, so that no second request gets through with it, and given back when
   * that is refused: only a success consumes it.
   */
  async spend<Result>({ registrationNonce, timestamp }: UsedNonce, act: () => Promise<Result>): Promise<Result> {
    this.#forget(timestamp);
    this.#used.set(registrationNonce, timestamp);
    try {
      return await act();
    } catch (error) {
      this.#used.delete(registrationNonce);
      throw error;
    }
  }

  /** Those that are no good any more when one of `timestamp` is used: it is two minutes old at most, so they are four. */
  #forget(timestamp: number): void {
    for (const [nonce, issuedAt] of this.#used) {
      if (timestamp - issuedAt <= LIFETIME_MS) return;
      this.#used.delete(nonce);
    }
  }

  #seal(timestamp: number, number: number): number {
    // Asked for late: a venue has its secret once it has begun.
    this.#secret ??= Buffer.from(this.#engine.secretFor("registration nonces"), "hex");
    const bytes = createHmac("sha256", this.#secret).update(`${timestamp} ${number}`).digest();
    return bytes.readUIntBE(0, 6) % SEALS;
  }
}
