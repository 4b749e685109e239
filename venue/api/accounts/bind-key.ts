// Binding an API key to an account, by a message that the account's wallet signed. Interface 4.1, checks in the order
// of errors 8.1.

import { millis } from "@evermark/engine";
import { registration } from "@evermark/interface/accounts/registration.ts";
import { addKeyTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { parseScope } from "../../auth/keys/scopes.ts";
import { parseCanonicalKey } from "../../auth/signatures/ed25519.ts";
import { requireSigner, requireSupportedChain } from "../../auth/wallets/wallet-request.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import { accountOf } from "../named/named-account.ts";

/** How far the time in a wallet's message may be off, either way. Rules 9.4. */
const MESSAGE_WINDOW_MS = 600_000;
const LIFETIME_MAX_MS = 365 * 86_400_000;
/**
 * Refused because no signature covers this member: a proxy that passes the message on could remove it, and the key
 * would no longer be limited to one account.
 */
const NOT_FOR_SUB_ACCOUNTS =
  "subAccountId is invalid: keys are bound to main accounts, whose keys sign for all their sub-accounts";

const bindKey = bind(registration.bindKey, async (context) => {
  const { venue, body, request } = context;
  const { message, signature, userAddress } = body;
  const { brokerId, chainId, tag, subAccountId } = message;
  const terms = keyTermsOf(venue, message);
  if (subAccountId !== undefined && subAccountId !== "") throw invalid(NOT_FOR_SUB_ACCOUNTS);
  requireSupportedChain(message, venue.configuration.chainId);
  const signed = { brokerId, chainId, ...terms };
  await requireSigner(addKeyTypedData(signed), signature, userAddress, request.ip);

  const account = accountOf(venue, userAddress, brokerId);
  await context.submit({ type: "bind_key", account, ...bound(terms), tag: tag ?? null });
  return undefined;
});

/** The terms of a key in a message, whoever signs that message. */
export interface KeyTerms {
  readonly key: string;
  readonly scope: string;
  readonly timestamp: number;
  readonly expiration: number;
}

/**
 * @param message the message as it was sent
 * @throws {ApiError} -1005 for an invalid key, scope or expiration, 2 for a time too far from now
 */
export function keyTermsOf({ clock }: Venue, message: AsSent<KeyTerms>): KeyTerms {
  const { key, scope } = message;
  const timestamp = Number(message.timestamp);
  const expiration = Number(message.expiration);
  if (parseCanonicalKey(key) === undefined) throw invalid("key is invalid");
  if (parseScope(scope) === undefined) throw invalid("scope is invalid");
  if (Math.abs(clock.age(timestamp)) > MESSAGE_WINDOW_MS) throw refusal("timestamp_expired");
  if (expiration <= timestamp || expiration <= clock.now() || expiration > timestamp + LIFETIME_MAX_MS) {
    throw invalid("expiration is invalid", { expiration, timestamp, lifetime_max_ms: LIFETIME_MAX_MS });
  }
  return { key, scope, timestamp, expiration };
}

/** The type of a message as sent: its numbers may be strings of digits. */
type AsSent<Of> = { readonly [Name in keyof Of]: Of[Name] extends number ? number | string : Of[Name] };

/** The same terms as the engine takes them. */
export function bound({ key, scope, expiration, timestamp }: KeyTerms) {
  return { key, scope, expiration: millis(expiration), signedAt: millis(timestamp) };
}

const elsewhere = bind(registration.bindKeyElsewhere, () => {
  throw invalid("must not be blank");
});

export const keyBinding: readonly Binding[] = [bindKey, elsewhere];
