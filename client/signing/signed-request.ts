// The signature of a REST request: timestamp, method, path with query, body. Interface 5.2.

import { NEUTRAL_BRAND } from "@evermark/interface/rows/brand.ts";
import type { SigningKey } from "./api-key.ts";

/** The account that a request is made for, and the key that signs. */
export interface Signer {
  /** "" for a key without an account: an operator's console ignores it. */
  readonly accountId: string;
  readonly key: SigningKey;
}

export interface SignedText {
  /** Milliseconds on the venue's clock. */
  readonly timestampMs: number;
  readonly method: string;
  /** With the query, and with path parameters expanded and escaped exactly as sent. */
  readonly path: string;
  /** The body as sent, empty when there is none. */
  readonly body: string;
}

export function textToSign(request: SignedText): string {
  return `${request.timestampMs}${request.method.toUpperCase()}${request.path}${request.body}`;
}

/** The four headers that every private endpoint requires. @param brand of the venue; part of their names */
export async function signedHeaders(
  signer: Signer,
  request: SignedText,
  brand = NEUTRAL_BRAND,
): Promise<Record<string, string>> {
  const prefix = brand.toUpperCase();
  return {
    [`${prefix}-Account-Id`]: signer.accountId,
    [`${prefix}-Api-Key`]: signer.key.publicKey,
    [`${prefix}-Timestamp`]: String(request.timestampMs),
    [`${prefix}-Signature`]: await signer.key.sign(textToSign(request)),
  };
}
