// Ed25519 signatures of API keys, verified off the main thread. Imported keys are kept, since importing one costs about
// as much as verifying with it; the number kept is bounded, and those of keys that have expired are let go. Interface 5.2
// and 5.3.

import { decodeBase58 } from "@evermark/interface/base58.ts";

const PREFIX = "ed25519:";
const KEYS_KEPT = 16_384;
/** Made once: from a text, the runtime makes this object for each verification. */
const ED25519 = { name: "Ed25519" };

/** The 32 bytes of a public key written `ed25519:<base58>`; nothing when it is written otherwise. */
export function parsePublicKey(key: string): Uint8Array | undefined {
  return key.startsWith(PREFIX) ? decodeBase58(key.slice(PREFIX.length), 32) : undefined;
}

/** The 64 bytes of a signature in base64url or base64, padding optional; nothing for any other text. Errors 4. */
export function parseSignature(text: string): Uint8Array<ArrayBuffer> | undefined {
  // 64 bytes are 86 letters, or 88 with the padding. Buffer skips foreign letters, so that the length shows them.
  if (text.length !== 86 && !(text.length === 88 && text.endsWith("=="))) return undefined;
  const bytes = Buffer.from(text.slice(0, 86), "base64");
  return bytes.length === 64 ? bytes : undefined;
}

/** Verifies with keys by their text. One per venue. */
export class SignatureVerifier {
  readonly #keys = new Map<string, CryptoKey>();
  readonly #kept: number;

  constructor(kept: number = KEYS_KEPT) {
    this.#kept = kept;
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#keys.size;
  }

  /** Lets go of all keys but those that `isGood` says sign for someone. */
  keepOnly(isGood: (key: string) => boolean): void {
    for (const key of this.#keys.keys()) if (!isGood(key)) this.#keys.delete(key);
  }

  /** Whether `signature` is this key's over `text`; false also for a key that is no point of the curve. */
  verify(key: string, signature: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const known = this.#keys.get(key);
    return known === undefined ? this.#importAndVerify(key, signature, text) : verified(known, signature, text);
  }

  async #importAndVerify(
    key: string,
    signature: Uint8Array<ArrayBuffer>,
    text: Uint8Array<ArrayBuffer>,
  ): Promise<boolean> {
    const imported = await this.#import(key);
    return imported !== undefined && verified(imported, signature, text);
  }

  async #import(key: string): Promise<CryptoKey | undefined> {
    const bytes = parsePublicKey(key);
    if (bytes === undefined) return undefined;
    const imported = await importKey(bytes);
    if (imported === undefined) return undefined;
    if (this.#keys.size >= this.#kept) this.#forgetOldest();
    this.#keys.set(key, imported);
    return imported;
  }

  // The key that came first goes first; one that is still in use is imported again at the price of one verification.
  #forgetOldest(): void {
    for (const key of this.#keys.keys()) {
      this.#keys.delete(key);
      return;
    }
  }
}

function verified(key: CryptoKey, signature: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return crypto.subtle.verify(ED25519, key, signature, text);
}

async function importKey(bytes: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey("raw", Uint8Array.from(bytes), ED25519, false, ["verify"]);
  } catch {
    return undefined;
  }
}
