// Determines who signed a REST request, by the checks of errors 4 in their order. The first that fails is the answer.

import type { KeyView } from "@evermark/engine";
import type { Venue } from "../venue.ts";
import { type CredentialHeaders, type Credentials, credentialHeaders, readCredentials } from "./credentials.ts";
import type { Caller } from "./keys/caller.ts";
import { denied } from "./keys/denied.ts";
import { callerBy, findSigningKey, requireAddress } from "./keys/signing-key.ts";
import { SignatureVerifier } from "./signatures/ed25519.ts";
import { barePath, signedText } from "./signatures/signed-text.ts";

/** How far a client's clock may be off, either way. */
export const TIMESTAMP_WINDOW_MS = 300_000;

export interface SignedRequest {
  readonly headers: Headers;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly path: string;
  /** The client's address; read only when the key is restricted to certain addresses. */
  readonly ip: string;
}

export class Authenticator {
  readonly #venue: Venue;
  readonly #names: CredentialHeaders;
  readonly #verifier: SignatureVerifier;

  constructor(venue: Venue, verifier: SignatureVerifier = new SignatureVerifier()) {
    this.#venue = venue;
    this.#names = credentialHeaders(venue.configuration.brand);
    this.#verifier = verifier;
  }

  /**
   * @param body the bytes as received; empty for GET and DELETE
   * @returns the caller who signed
   * @throws {ApiError} -1001 or -1002 with `check`; for a wrong signature in a sandbox also with `expected_text`
   */
  async authenticate(request: SignedRequest, body: Uint8Array): Promise<Caller> {
    const { engine, clock } = this.#venue;
    let account = -1;
    let key: KeyView | undefined;
    const credentials = readCredentials(request.headers, this.#names, (accountId, text) => {
      account = engine.findAccount(accountId);
      key = findSigningKey(this.#venue, account, text);
      return key !== undefined;
    });
    const timestamp = Number(credentials.timestamp);
    if (Math.abs(clock.age(timestamp)) > TIMESTAMP_WINDOW_MS) {
      throw denied("timestamp", "unauthorized", "timestamp is out of range");
    }

    // All ways in which a key can be wrong have the same text, so that neither accounts nor keys can be probed.
    if (key === undefined) throw denied("api_key", "unauthorized", "api key error");
    requireAddress(key, request);
    const { method, path } = request;
    const text = signedText(credentials.timestamp, method, path, body);
    const isRight = await this.#verifier.verify(credentials.key, credentials.signature, text);
    if (!isRight) await this.#requireBareSigned(request, body, credentials, text);
    return callerBy(key, account, timestamp);
  }

  /**
   * Checks again a signature that does not match what we received.
   * @param text the text that should have been signed
   * @throws {ApiError} -1002 unless the signature matches the path in the client's own spelling
   */
  async #requireBareSigned(
    { method, path }: SignedRequest,
    body: Uint8Array,
    { key, signature, timestamp }: Credentials,
    text: Uint8Array,
  ): Promise<void> {
    const bare = barePath(path);
    if (
      bare !== undefined &&
      (await this.#verifier.verify(key, signature, signedText(timestamp, method, bare, body)))
    ) {
      return;
    }
    const error = denied("signature", "unauthorized", "signature error");
    throw this.#venue.configuration.mode === "sandbox"
      ? error.with({ expected_text: Buffer.from(text).toString() })
      : error;
  }
}
