// Nonces of vault messages: each is good for one message of the whole venue, for ten minutes from when it was handed out.
// Whether it was handed out at all the edge can see by the nonce itself, so only what was used is remembered, and no longer
// than it could be used again. Rules 9.4.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import type { VaultNonce } from "../../language/commands/vault-commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";

export const NONCE_LIFETIME_MS = 600_000;
/** How far ahead of the venue's time one may be dated: when many are handed out in a millisecond, each gets its own. */
export const NONCE_AHEAD_MS = 60_000;
/** After its use: by then it is too old, whenever it was handed out. */
const REMEMBERED_MS = NONCE_LIFETIME_MS + NONCE_AHEAD_MS;

export class UsedNonces {
  /** When each was used, in that order. */
  readonly #usedAt = new Map<number, number>();

  get size(): number {
    return this.#usedAt.size;
  }

  /** Uses a nonce up. @returns why it is not accepted, or null */
  use({ value, issuedAt }: VaultNonce, now: Millis): Rejection | null {
    this.#forget(now - REMEMBERED_MS);
    const age = now - issuedAt;
    if (this.#usedAt.has(value) || age > NONCE_LIFETIME_MS || age < -NONCE_AHEAD_MS) {
      return rejection("invalid_nonce", { nonce: value });
    }
    this.#usedAt.set(value, now);
    return null;
  }

  write(out: ByteWriter): void {
    out.i32(this.#usedAt.size);
    for (const [value, at] of this.#usedAt) {
      out.f64(value);
      out.f64(at);
    }
  }

  read(input: ByteReader): void {
    for (let left = input.i32(); left > 0; left--) this.#usedAt.set(input.f64(), input.f64());
  }

  #forget(before: Millis): void {
    for (const [value, at] of this.#usedAt) {
      if (at >= before) return;
      this.#usedAt.delete(value);
    }
  }
}
