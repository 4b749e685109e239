// An API key: an Ed25519 pair whose private half never leaves the client. Interface 2.2 and 5.2. Signing uses Web Crypto,
// which Bun, Node 20 and browsers have, so the library needs no implementation of the curve.

import { decodeBase58, encodeBase58 } from "@evermark/interface/rows/base58.ts";

/** A key that signs requests. */
export interface SigningKey {
  /** `ed25519:` and the base58 form of the 32-byte public key, as registered with the venue. */
  readonly publicKey: string;
  /** Signs the UTF-8 bytes of a text; returns base64url without padding. */
  sign(text: string): Promise<string>;
}

/** A key whose private half can be read. */
export interface ApiKey extends SigningKey {
  /** The base58 form of the 32-byte private seed: store it, and pass it to `importApiKey`. */
  readonly secret: string;
}

const seedLength = 32;
/** The PKCS #8 bytes in front of the seed: version, the algorithm Ed25519 and two octet string headers. RFC 8410. */
const pkcs8Head = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

export function generateApiKey(): Promise<ApiKey> {
  return importApiKey(encodeBase58(crypto.getRandomValues(new Uint8Array(seedLength))));
}

/** @throws {TypeError} when the secret is not the base58 form of 32 bytes */
export async function importApiKey(secret: string): Promise<ApiKey> {
  const seed = decodeBase58(secret, seedLength);
  if (seed === undefined) throw new TypeError("the secret of an API key is the base58 form of 32 bytes");
  const { privateKey, publicKey } = await importSeed(seed);
  return { ...signingKey(privateKey, publicKey), secret };
}

/**
 * A Web Crypto pair whose private half can't be read, not even by this page: the browser signs with it, and can store it in
 * IndexedDB as it is.
 */
export async function generateHeldKey(): Promise<CryptoKeyPair> {
  assertWebCrypto();
  return (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
}

/** A signing key from a Web Crypto pair. */
export async function heldKey({ privateKey, publicKey }: CryptoKeyPair): Promise<SigningKey> {
  return signingKey(privateKey, new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
}

function signingKey(privateKey: CryptoKey, publicKey: Uint8Array): SigningKey {
  return {
    publicKey: `ed25519:${encodeBase58(publicKey)}`,
    sign: async (text) =>
      base64url(new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text)))),
  };
}

function assertWebCrypto(): void {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error("signing needs Web Crypto, which a browser has only on https pages and on localhost");
  }
}

async function importSeed(seed: Uint8Array): Promise<{ privateKey: CryptoKey; publicKey: Uint8Array }> {
  assertWebCrypto();
  const pkcs8 = new Uint8Array(pkcs8Head.length + seedLength);
  pkcs8.set(pkcs8Head);
  pkcs8.set(seed, pkcs8Head.length);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  // Web Crypto can't derive a public key; the JWK form of a private key includes it as `x`.
  const { x } = await crypto.subtle.exportKey("jwk", privateKey);
  if (x === undefined) throw new Error("this Web Crypto exports an Ed25519 key without its public part");
  return { privateKey, publicKey: bytesOf(x) };
}

/** Without padding, as `bytesOf` reads it. */
function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
