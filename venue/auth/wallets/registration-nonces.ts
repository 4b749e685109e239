// Nonces for opening accounts, each valid with the venue time that was returned with it, for two minutes and one success. They
// are not stored: a nonce is sealed together with its time, by a secret that follows from the journal, so each node of a venue
// recognizes those of the others. A node remembers nonces that are used or in use on it until they expire. Interface 5.1,
// rules 9.4.
//
// 53 bits: the lowest 20 are a number that differs among the nonces of one moment, the 33 above them are the seal.

import { createHmac, randomInt } from "node:crypto";
import type { EngineReader } from "@evermark/engine";

const LIFETIME_MS = 120_000;
const NUMBERS = 2 ** 20;
const SEALS = 2 ** 33;

/** A nonce as it is used in a message. */
export interface UsedNonce {
  readonly registrationNonce: number;
  /** The time that was returned with it. */
  readonly timestamp: number;
}

export class RegistrationNonces {
  readonly #engine: Pick<EngineReader, "secretFor">;
  readonly #issuedSince: number;
  #secret: Buffer | null = null;
  /** Starts at random, so that the numbers of two nodes hardly collide. */
  #next = randomInt(NUMBERS);
  /** Nonces used or in use, with their times, oldest first. */
  readonly #used = new Map<number, number>();

  /** @param issuedSince earlier nonces are refused, because it is not known whether they were used; venue milliseconds */
  constructor(engine: Pick<EngineReader, "secretFor">, issuedSince = 0) {
    this.#engine = engine;
    this.#issuedSince = issuedSince;
  }

  /** How many nonces are remembered. */
  get size(): number {
    return this.#used.size;
  }

  /** A nonce above 0 and below 2^53, sealed with `now` in venue milliseconds. */
  issue(now: number): number {
    this.#next = (this.#next + 1) % NUMBERS;
    const nonce = this.#seal(now, this.#next) * NUMBERS + this.#next;
    return nonce === 0 ? this.issue(now) : nonce;
  }

  /** Whether the nonce may be used now with this timestamp, which must be the one returned with it. */
  isGood({ registrationNonce: nonce, timestamp }: UsedNonce, now: number): boolean {
    if (!Number.isSafeInteger(nonce) || nonce <= 0 || this.#used.has(nonce)) return false;
    if (timestamp < this.#issuedSince || now - timestamp > LIFETIME_MS) return false;
    return this.#seal(timestamp, nonce % NUMBERS) === Math.floor(nonce / NUMBERS);
  }

  /**
   * Runs an action with a valid nonce. The nonce is reserved meanwhile, so that no second request gets through with it, and
   * released if the action fails: only a success uses it up.
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

  /** Forgets nonces two minutes older than one of `timestamp`, which is itself two minutes old at most. */
  #forget(timestamp: number): void {
    for (const [nonce, issuedAt] of this.#used) {
      if (timestamp - issuedAt <= LIFETIME_MS) return;
      this.#used.delete(nonce);
    }
  }

  #seal(timestamp: number, number: number): number {
    // Read late: a venue has its secret only once it has begun.
    this.#secret ??= Buffer.from(this.#engine.secretFor("registration nonces"), "hex");
    const bytes = createHmac("sha256", this.#secret).update(`${timestamp} ${number}`).digest();
    return bytes.readUIntBE(0, 6) % SEALS;
  }
}
