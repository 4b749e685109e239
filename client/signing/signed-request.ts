// The signature of a REST request: timestamp, method, path with query, body. Interface 5.2.

import type { ApiKey } from "./api-key.ts";

/** Who asks: an account and the key that acts for it. */
export interface Signer {
  readonly accountId: string;
  readonly key: ApiKey;
}

export interface SignedText {
  /** Milliseconds by the venue's clock. */
  readonly timestampMs: number;
  readonly method: string;
  /** With the query, path parameters expanded, escaped exactly as it is sent. */
  readonly path: string;
  /** The body as sent, empty when there is none. */
  readonly body: string;
}

export function textToSign(request: SignedText): string {
  return `${request.timestampMs}${request.method.toUpperCase()}${request.path}${request.body}`;
}

/** The four headers that every private endpoint wants. */
export async function signedHeaders(signer: Signer, request: SignedText): Promise<Record<string, string>> {
  return {
    "SVC-Account-Id": signer.accountId,
    "SVC-Api-Key": signer.key.publicKey,
    "SVC-Timestamp": String(request.timestampMs),
    "SVC-Signature": await signer.key.sign(textToSign(request)),
  };
}
