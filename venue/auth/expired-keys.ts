// Imported keys leave memory once they have expired: nothing is verified with them any more. Rules, Appendix D.

import type { EngineReader } from "@evermark/engine";
import type { SignatureVerifier } from "./ed25519.ts";

const EVERY_MS = 3_600_000;

export class ExpiredKeys {
  readonly #engine: EngineReader;
  readonly #verifier: SignatureVerifier;
  /** Venue time. */
  #dueAt = 0;

  constructor(engine: EngineReader, verifier: SignatureVerifier) {
    this.#engine = engine;
    this.#verifier = verifier;
  }

  /** After each batch of commands, with venue time; does something once an hour. */
  applied(now: number): void {
    if (now < this.#dueAt) return;
    this.#dueAt = now + EVERY_MS;
    this.#verifier.keepOnly((key) => (this.#engine.findKey(key)?.expiration ?? 0) > now);
  }
}
