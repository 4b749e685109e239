// An API key: an Ed25519 pair whose secret never leaves the client. Interface 2.2 and 5.2. Signing goes through Web
// Crypto, which Bun, Node 20 and browsers have, so that the library carries no curve of its own.

import { decodeBase58, encodeBase58 } from "@evermark/interface/base58.ts";
import { base64UrlOf, bytesOfBase64Url } from "./base64url.ts";

export interface ApiKey {
  /** `ed25519:` and the base58 form of the 32-byte public key: what the venue knows. */
  readonly publicKey: string;
  /** The base58 form of the 32-byte private seed: what to keep, and to give to `importApiKey`. */
  readonly secret: string;
  /** Signs the UTF-8 bytes of a text; base64url without padding. */
  sign(text: string): Promise<string>;
}

const seedLength = 32;
/** What stands before the seed in PKCS #8: version, the algorithm Ed25519 and two octet string headers. RFC 8410. */
const pkcs8Head = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

export function generateApiKey(): Promise<ApiKey> {
  return importApiKey(encodeBase58(crypto.getRandomValues(new Uint8Array(seedLength))));
}

/** @throws {TypeError} when the secret is not the base58 form of 32 bytes */
export async function importApiKey(secret: string): Promise<ApiKey> {
  const seed = decodeBase58(secret, seedLength);
  if (seed === undefined) throw new TypeError("the secret of an API key is the base58 form of 32 bytes");
  const { privateKey, publicKey } = await importSeed(seed);
  return {
    publicKey: `ed25519:${encodeBase58(publicKey)}`,
    secret,
    sign: async (text) =>
      base64UrlOf(new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text)))),
  };
}

async function importSeed(seed: Uint8Array): Promise<{ privateKey: CryptoKey; publicKey: Uint8Array }> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error("signing needs Web Crypto, which a browser has only on https pages and on localhost");
  }
  const pkcs8 = new Uint8Array(pkcs8Head.length + seedLength);
  pkcs8.set(pkcs8Head);
  pkcs8.set(seed, pkcs8Head.length);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  // Web Crypto has no "public key of"; the JWK form of a private key carries it as `x`.
  const { x } = await crypto.subtle.exportKey("jwk", privateKey);
  if (x === undefined) throw new Error("this Web Crypto exports an Ed25519 key without its public part");
  return { privateKey, publicKey: bytesOfBase64Url(x) };
}
