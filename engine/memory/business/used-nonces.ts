// Nonces of vault messages: each is good for one message in the whole venue, for ten minutes from when it was handed out. The
// edge can tell from the nonce itself whether it was handed out at all, so only used nonces are remembered, and no longer
// than they could be used again. Rules 9.4.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import type { VaultNonce } from "../../language/commands/vault-commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";

export const NONCE_LIFETIME_MS = 600_000;
/** How far ahead of venue time a nonce may be dated: when many are handed out in one millisecond, each gets its own. */
export const NONCE_AHEAD_MS = 60_000;
/** How long a used nonce is remembered: after that it is too old, whenever it was handed out. */
const REMEMBERED_MS = NONCE_LIFETIME_MS + NONCE_AHEAD_MS;

export class UsedNonces {
  /** When each nonce was used, in the order of use. */
  readonly #usedAt = new Map<number, number>();

  get size(): number {
    return this.#usedAt.size;
  }

  /** Marks a nonce as used. @returns the reason for refusing it, or null */
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
