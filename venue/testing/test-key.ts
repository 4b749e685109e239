// API keys for tests, made with Web Crypto alone, so that the client library's signatures are checked against an
// independent implementation.

import { encodeBase58 } from "@evermark/interface/rows/base58.ts";

/** An API key that can sign. */
export interface TestKey {
  readonly key: string;
  /** Returns `now`, or the next millisecond not used for a signature yet, so that two equal requests count as two. */
  timeAfter(now: number): number;
  /** base64url without padding. */
  sign(text: string | Uint8Array<ArrayBuffer>): Promise<string>;
}

export async function newKey(): Promise<TestKey> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  let signedAt = 0;
  return {
    timeAfter(now) {
      signedAt = now > signedAt || now < signedAt - 10_000 ? now : signedAt + 1;
      return signedAt;
    },
    key: `ed25519:${encodeBase58(raw)}`,
    sign: async (text) => {
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      return Buffer.from(await crypto.subtle.sign("Ed25519", pair.privateKey, bytes)).toString("base64url");
    },
  };
}
