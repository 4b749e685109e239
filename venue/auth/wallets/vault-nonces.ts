// Nonces for vault messages. Any client may request one, so they are not stored: each shows when it was issued, sealed with a
// secret that follows from the journal, and stays valid across restarts. The engine remembers those that were used.
// Rules 9.4.
//
// 53 bits: the seal in the lowest 33; above it the lowest 20 of the time in milliseconds, which repeat only after 17 minutes.

import { createHmac } from "node:crypto";
import { type EngineReader, NONCE_AHEAD_MS, NONCE_LIFETIME_MS } from "@evermark/engine";

const TIME_SLOTS = 2 ** 20;
const SEALS = 2 ** 33;

export class VaultNonces {
  readonly #engine: Pick<EngineReader, "secretFor">;
  #secret: Buffer | null = null;
  #last = -1;

  constructor(engine: Pick<EngineReader, "secretFor">) {
    this.#engine = engine;
  }

  /** A nonce that differs from all others, except after a minute of a thousand requests a second. */
  issue(now: number): number {
    this.#last = Math.min(Math.max(this.#last + 1, now), now + NONCE_AHEAD_MS);
    return (this.#last % TIME_SLOTS) * SEALS + this.#seal(this.#last);
  }

  /** When a nonce was issued, in venue milliseconds; undefined if it was not, or too long ago. */
  issuedAt(nonce: number, now: number): number | undefined {
    if (!Number.isSafeInteger(nonce) || nonce < 0) return undefined;
    const latest = now + NONCE_AHEAD_MS;
    const behind = (latest - Math.floor(nonce / SEALS)) % TIME_SLOTS;
    const at = latest - behind;
    return now - at <= NONCE_LIFETIME_MS && this.#seal(at) === nonce % SEALS ? at : undefined;
  }

  #seal(at: number): number {
    // Read late: a venue has its secret only once it has begun.
    this.#secret ??= Buffer.from(this.#engine.secretFor("vault nonces"), "hex");
    const bytes = createHmac("sha256", this.#secret).update(String(at)).digest();
    return bytes.readUIntBE(0, 6) % SEALS;
  }
}
