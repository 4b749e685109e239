// Determines who signed a request of the operator's console: one of the console's own keys, with the same text and signature as
// any signed request. Keys are only granted on the venue's machine, so no key can let another in.

import type { ConsoleKeys } from "../operation/acts/console-keys.ts";
import type { Venue } from "../venue.ts";
import type { SignedRequest } from "./authenticate.ts";
import { type CredentialHeaders, credentialHeaders, readKeyCredentials } from "./credentials.ts";
import type { Caller } from "./keys/caller.ts";
import { denied } from "./keys/denied.ts";
import { SignatureVerifier } from "./signatures/ed25519.ts";
import { signedText } from "./signatures/signed-text.ts";

/** How far an operator's clock may be off, either way; every answer has the venue's time. */
const TIMESTAMP_WINDOW_MS = 60_000;

/** The account number of the first key; those of the others are below it. */
const FIRST_NUMBER = -2;

const noScopes: Caller["scopes"] = new Set();

export class ConsoleAuthenticator {
  readonly #clock: Venue["clock"];
  readonly #keys: ConsoleKeys;
  readonly #names: CredentialHeaders;
  readonly #verifier = new SignatureVerifier();

  constructor({ configuration, clock }: Venue, keys: ConsoleKeys) {
    this.#clock = clock;
    this.#keys = keys;
    this.#names = credentialHeaders(configuration.brand);
  }

  /** @throws {ApiError} -1001 or -1002 with `check` */
  async authenticate({ headers, method, path }: SignedRequest, body: Uint8Array): Promise<Caller> {
    const { key, timestamp, signature } = readKeyCredentials(headers, this.#names);
    const at = Number(timestamp);
    if (Math.abs(this.#clock.age(at)) > TIMESTAMP_WINDOW_MS) {
      throw denied("timestamp", "unauthorized", "timestamp is out of range");
    }
    const isRight = await this.#verifier.verify(key, signature, signedText(timestamp, method, path, body));
    if (!isRight) throw denied("signature", "unauthorized", "signature error");
    // Looked up last: the key may have been revoked while its signature was checked.
    const operator = this.#keys.find(key, this.#clock.now());
    if (operator === undefined) throw denied("api_key", "unauthorized", "api key error");
    const account = FIRST_NUMBER - this.#keys.list().indexOf(operator);
    return { account, ownerAccount: account, key, scopes: noScopes, timestamp: at, operator };
  }
}
