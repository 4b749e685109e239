// An API key as an outside client holds it: a seed, and what it signs. Interface 2.2 and 5.2.

import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { base58 } from "./outside-base58.ts";

/** The bytes that precede a 32-byte seed in PKCS #8. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export class ApiKey {
  /** `ed25519:` and the base58 form of the public key. */
  readonly name: string;
  readonly #private: KeyObject;
  #signedAt = 0;

  constructor(seed: Uint8Array = randomBytes(32)) {
    this.#private = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
    const spki = createPublicKey(this.#private).export({ format: "der", type: "spki" });
    this.name = `ed25519:${base58(spki.subarray(-32))}`;
  }

  /**
   * `now`, or the next millisecond for which nothing was signed yet, so that two equal requests have different
   * signatures.
   */
  timeAfter(now: number): number {
    this.#signedAt = now > this.#signedAt || now < this.#signedAt - 1_000 ? now : this.#signedAt + 1;
    return this.#signedAt;
  }

  /** The signature in base64url without padding. */
  sign(text: string | Uint8Array): string {
    return this.signBytes(text).toString("base64url");
  }

  signBytes(text: string | Uint8Array): Buffer {
    return sign(null, typeof text === "string" ? Buffer.from(text) : text, this.#private);
  }
}
