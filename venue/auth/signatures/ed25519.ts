// Verifies the Ed25519 signatures of API keys, off the main thread. Imported keys are cached, because importing one costs about
// as much as verifying with it; the cache is bounded, and unused keys are dropped. Interface 5.2 and 5.3.

import { decodeBase58 } from "@evermark/interface/rows/base58.ts";
import { isPointEncoding, isSignatureEncoding } from "./ed25519-encoding.ts";

const PREFIX = "ed25519:";
const KEYS_KEPT = 16_384;
const GENERATION_MS = 3_600_000;
/** One object for all calls: given a text, the runtime would make such an object for each verification. */
const ED25519 = { name: "Ed25519" };

/** The 32 bytes of a public key written `ed25519:<base58>`; undefined for any other text. */
export function parsePublicKey(key: string): Uint8Array | undefined {
  return key.startsWith(PREFIX) ? decodeBase58(key.slice(PREFIX.length), 32) : undefined;
}

/** The same, but only for a key that can have an owner: canonically encoded, and not of small order. */
export function parseCanonicalKey(key: string): Uint8Array | undefined {
  const bytes = parsePublicKey(key);
  return bytes !== undefined && isPointEncoding(bytes) ? bytes : undefined;
}

/** The letters that the text of 64 bytes can end in: the last letter has two bits, followed by four that are zero. */
const LAST_LETTERS = "AQgw";

/** The 64 bytes of a signature in base64url or base64, padding optional; undefined for any other text. Errors 4. */
export function parseSignature(text: string): Uint8Array<ArrayBuffer> | undefined {
  // 64 bytes are 86 letters, or 88 with padding. Buffer skips letters outside the alphabet, which the length then shows.
  if (text.length !== 86 && !(text.length === 88 && text.endsWith("=="))) return undefined;
  if (!LAST_LETTERS.includes(text[85]!)) return undefined;
  const bytes = Buffer.from(text.slice(0, 86), "base64");
  return bytes.length === 64 ? bytes : undefined;
}

/** Verifies signatures of keys given as text. There is one per venue. */
export class SignatureVerifier {
  /** Keys used since the present generation began, and those last used in the one before. */
  #recent = new Map<string, CryptoKey>();
  #older = new Map<string, CryptoKey>();
  readonly #kept: number;
  /** When the next generation begins, in venue time. */
  #nextGenerationAt = 0;

  constructor(kept: number = KEYS_KEPT) {
    this.#kept = kept;
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /**
   * To be called after each batch of commands, with venue time. Once an hour it drops the keys that were not used in the last
   * hour, above all those that have expired.
   */
  applied(now: number): void {
    if (now < this.#nextGenerationAt) return;
    this.#nextGenerationAt = now + GENERATION_MS;
    this.#beginGeneration();
  }

  /** Whether `signature` is this key's over `text`; also false for a key or signature that is not canonically encoded. */
  verify(key: string, signature: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
    if (!isSignatureEncoding(signature)) return Promise.resolve(false);
    const known = this.#find(key);
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

  #find(key: string): CryptoKey | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older === undefined) return undefined;
    this.#older.delete(key);
    this.#keep(key, older);
    return older;
  }

  async #import(key: string): Promise<CryptoKey | undefined> {
    // A journal from before such keys were refused may contain one.
    const bytes = parseCanonicalKey(key);
    if (bytes === undefined) return undefined;
    const imported = await importKey(bytes);
    if (imported !== undefined) this.#keep(key, imported);
    return imported;
  }

  /** Adds a key. When the present generation is full, the next one begins; keys still in use move on to it. */
  #keep(key: string, imported: CryptoKey): void {
    if (this.#recent.size * 2 >= this.#kept) this.#beginGeneration();
    this.#recent.set(key, imported);
  }

  #beginGeneration(): void {
    this.#older = this.#recent;
    this.#recent = new Map();
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
