// API keys for tests, made with Web Crypto alone: what the client library signs is held against something else.

import { encodeBase58 } from "@evermark/interface/base58.ts";

/** An API key that can sign. */
export interface TestKey {
  readonly key: string;
  /** base64url without padding. */
  sign(text: string | Uint8Array<ArrayBuffer>): Promise<string>;
}

export async function newKey(): Promise<TestKey> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return {
    key: `ed25519:${encodeBase58(raw)}`,
    sign: async (text) => {
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      return Buffer.from(await crypto.subtle.sign("Ed25519", pair.privateKey, bytes)).toString("base64url");
    },
  };
}
