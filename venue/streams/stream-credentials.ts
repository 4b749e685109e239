// Authenticates a private stream: a key's Ed25519 signature over the digits of the timestamp alone, from the URL or
// from an `auth` event. The checks and their order follow streams 2, the codes errors 4.

import type { KeyView } from "@evermark/engine";
import { TIMESTAMP_WINDOW_MS } from "../auth/authenticate.ts";
import { denied } from "../auth/keys/denied.ts";
import { requireScope, scopesOf } from "../auth/keys/scopes.ts";
import { findSigningKey, requireAddress } from "../auth/keys/signing-key.ts";
import { parsePublicKey, parseSignature, type SignatureVerifier } from "../auth/signatures/ed25519.ts";
import type { Venue } from "../venue.ts";
import type { ApiError } from "../wire/api-error.ts";

/** The credentials as text; "" for each that was not sent. */
export interface StreamCredentials {
  readonly key: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** Credentials that were accepted. */
export interface SignedIn {
  readonly key: KeyView;
  /** In milliseconds. */
  readonly timestamp: number;
}

type CredentialName = keyof StreamCredentials;

/** In the order in which a missing one is named. */
const CREDENTIALS = ["key", "timestamp", "signature"] as const satisfies readonly CredentialName[];

/** The names of each credential, the preferred one first. `svc` is the brand's token. Streams 2. */
export function credentialNames(brand: string): Readonly<Record<CredentialName, readonly [string, string]>> {
  return {
    key: [`${brand}_api_key`, `${brand}_key`],
    timestamp: [`${brand}_timestamp`, "timestamp"],
    signature: [`${brand}_sign`, "sign"],
  };
}

/** The first credential that is missing. */
export function missingCredential(credentials: StreamCredentials): CredentialName | undefined {
  return CREDENTIALS.find((name) => credentials[name] === "");
}

/** Adds the prefix to a key that came without. */
export function normalKey(key: string): string {
  return key.includes(":") ? key : `ed25519:${key}`;
}

/**
 * Checks the credentials of a private stream.
 * @param from the account in the path, -1 when there is none, and the client's address
 * @returns the key, and the signed time
 * @throws {ApiError} 401 with -1001 for credentials that can't be read and -1002 for those not accepted; in a sandbox,
 * a wrong signature is refused with `expected_text`
 */
export async function checkStreamCredentials(
  venue: Venue,
  verifier: SignatureVerifier,
  from: { readonly account: number; readonly ip: string },
  credentials: StreamCredentials,
): Promise<SignedIn> {
  const names = credentialNames(venue.configuration.brand);
  const missing = missingCredential(credentials);
  if (missing !== undefined) throw unreadable("parameter_present", `missing parameter ${names[missing][0]}`);

  const keyText = normalKey(credentials.key);
  // A plus sign that was not escaped in a query string arrives as a space.
  const signature = parseSignature(credentials.signature.replaceAll(" ", "+"));
  const { timestamp } = credentials;
  if (parsePublicKey(keyText) === undefined) throw unreadable("parameter_form", `invalid parameter ${names.key[0]}`);
  if (!/^\d{1,16}$/.test(timestamp)) throw unreadable("parameter_form", `invalid parameter ${names.timestamp[0]}`);
  if (signature === undefined) throw unreadable("parameter_form", `invalid parameter ${names.signature[0]}`);

  if (Math.abs(venue.clock.age(Number(timestamp))) > TIMESTAMP_WINDOW_MS) {
    throw denied("timestamp", "unauthorized", "timestamp is out of range");
  }
  const key = findSigningKey(venue, from.account, keyText);
  if (key === undefined) throw denied("api_key", "unauthorized", "api key error");
  requireAddress(key, from);
  requireScope(scopesOf(key.scope), ["read"]);
  if (!(await verifier.verify(key.key, signature, Buffer.from(timestamp)))) {
    const error = denied("signature", "unauthorized", "signature error");
    throw venue.configuration.mode === "sandbox" ? error.with({ expected_text: timestamp }) : error;
  }
  return { key, timestamp: Number(timestamp) };
}

function unreadable(check: "parameter_present" | "parameter_form", message: string): ApiError {
  return denied(check, "invalid_credentials", message);
}
