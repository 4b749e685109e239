// The seal of a message: HMAC-SHA-256 with the cluster's key, over the message and the subject that it is sent to. Anyone
// who can reach the bus can send there, so messages without a seal are dropped. Because of the subject, a message that is
// intercepted can't be given to another node: for instance a refusal of command 7 to a node that has a command 7 of its
// own. If it is given to the same node again, the protocol treats it as a duplicate.

import { timingSafeEqual } from "node:crypto";
import { assert } from "@evermark/engine";

const MAC_BYTES = 32;
/** Shorter keys could be guessed. */
export const KEY_BYTES_MIN = 32;
const PURPOSE = "evermark bus";

export class Seal {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    assert(key.length >= KEY_BYTES_MIN, "the cluster's key has 32 bytes", { bytes: key.length });
    this.#key = key.slice();
  }

  put(subject: string, message: Uint8Array): Uint8Array {
    const sealed = new Uint8Array(MAC_BYTES + message.length);
    sealed.set(this.#mac(subject, message));
    sealed.set(message, MAC_BYTES);
    return sealed;
  }

  /** @returns the message; null when it was not sealed with this key for this subject */
  open(subject: string, sealed: Uint8Array): Uint8Array | null {
    if (sealed.length < MAC_BYTES) return null;
    const message = sealed.subarray(MAC_BYTES);
    return timingSafeEqual(sealed.subarray(0, MAC_BYTES), this.#mac(subject, message)) ? message : null;
  }

  #mac(subject: string, message: Uint8Array): Uint8Array {
    // A subject has no spaces, so no two pairs of subject and message are sealed over the same bytes.
    return new Bun.CryptoHasher("sha256", this.#key).update(`${PURPOSE} ${subject} `).update(message).digest();
  }
}
