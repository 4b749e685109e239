// Parses the four headers of a signed request, without verifying them. Interface 5.2; errors 4, checks 1 and 2.

import { denied } from "./keys/denied.ts";
import { parsePublicKey, parseSignature } from "./signatures/ed25519.ts";

export interface Credentials {
  readonly accountId: string;
  readonly key: string;
  /** As sent: the digits are part of the signed text. */
  readonly timestamp: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** The names of the headers for a brand; lookups ignore case. */
export interface CredentialHeaders {
  readonly accountId: string;
  readonly key: string;
  readonly timestamp: string;
  readonly signature: string;
}

export function credentialHeaders(brand: string): CredentialHeaders {
  const prefix = brand.toUpperCase();
  return {
    accountId: `${prefix}-Account-Id`,
    key: `${prefix}-Api-Key`,
    timestamp: `${prefix}-Timestamp`,
    signature: `${prefix}-Signature`,
  };
}

const ACCOUNT_ID = /^0x[0-9a-fA-F]{64}$/;
const TIMESTAMP = /^[0-9]+$/;

/**
 * @param isKnownKey whether a key is the account's; a key that is bound already need not be decoded
 * @throws {ApiError} -1001 with the name of the first header that is missing or malformed
 */
export function readCredentials(
  headers: Headers,
  names: CredentialHeaders,
  isKnownKey: (accountId: string, key: string) => boolean,
): Credentials {
  const accountId = present(headers, names.accountId);
  const { key, timestamp, signatureText } = presentOf(headers, names);
  if (!ACCOUNT_ID.test(accountId)) throw malformed(names.accountId);
  if (!isKnownKey(accountId, key) && parsePublicKey(key) === undefined) throw malformed(names.key);
  return { accountId, key, ...readProof({ timestamp, signatureText }, names) };
}

/** The same for a key that acts for no account. */
export function readKeyCredentials(headers: Headers, names: CredentialHeaders): Omit<Credentials, "accountId"> {
  const { key, ...sent } = presentOf(headers, names);
  if (parsePublicKey(key) === undefined) throw malformed(names.key);
  return { key, ...readProof(sent, names) };
}

interface SentProof {
  readonly timestamp: string;
  readonly signatureText: string;
}

function presentOf(headers: Headers, names: CredentialHeaders): SentProof & { readonly key: string } {
  const key = present(headers, names.key);
  const timestamp = present(headers, names.timestamp);
  return { key, timestamp, signatureText: present(headers, names.signature) };
}

function readProof({ timestamp, signatureText }: SentProof, names: CredentialHeaders) {
  if (!TIMESTAMP.test(timestamp)) throw malformed(names.timestamp);
  const signature = parseSignature(signatureText);
  if (signature === undefined) throw malformed(names.signature);
  return { timestamp, signature };
}

function present(headers: Headers, name: string): string {
  const value = headers.get(name);
  if (value === null || value === "") throw denied("header_present", "invalid_credentials", `missing header ${name}`);
  return value;
}

function malformed(name: string) {
  return denied("header_form", "invalid_credentials", `invalid header ${name}`);
}
