// Binding an API key to an account, by a message that its wallet has signed. Interface 4.1, checks in the order of
// errors 8.1.

import { millis } from "@evermark/engine";
import { registration } from "@evermark/interface/registration.ts";
import { addKeyTypedData } from "@evermark/interface/wallet-messages.ts";
import { invalid, refusal } from "../../api-error.ts";
import { parseSomebodysKey } from "../../auth/ed25519.ts";
import { parseScope } from "../../auth/scopes.ts";
import { requireSigner, requireSupportedChain } from "../../auth/wallet-request.ts";
import { type Binding, bind } from "../binding.ts";
import { submitAccepted } from "../submit.ts";
import { accountOf } from "./find-account.ts";

/** How far the time in a wallet's message may be off, either way. Rules 9.4. */
const MESSAGE_WINDOW_MS = 600_000;
const LIFETIME_MAX_MS = 365 * 86_400_000;

const bindKey = bind(registration.bindKey, async ({ venue, body, request }) => {
  const { message, signature, userAddress } = body;
  const { brokerId, chainId, key, scope } = message;
  const timestamp = Number(message.timestamp);
  const expiration = Number(message.expiration);
  const now = venue.clock.now();

  if (parseSomebodysKey(key) === undefined) throw invalid("key is invalid");
  if (parseScope(scope) === undefined) throw invalid("scope is invalid");
  if (Math.abs(venue.clock.age(timestamp)) > MESSAGE_WINDOW_MS) throw refusal("timestamp_expired");
  if (expiration <= timestamp || expiration <= now || expiration > timestamp + LIFETIME_MAX_MS) {
    throw invalid("expiration is invalid", { expiration, timestamp, lifetime_max_ms: LIFETIME_MAX_MS });
  }
  requireSupportedChain(message, venue.configuration.chainId);
  const signed = { brokerId, chainId, key, scope, timestamp, expiration };
  await requireSigner(addKeyTypedData(signed), signature, userAddress, request.ip);

  const account = accountOf(venue, userAddress, brokerId);
  const terms = { account, key, scope, expiration: millis(expiration), signedAt: millis(timestamp) };
  await submitAccepted(venue, { type: "bind_key", ...terms });
  return undefined;
});

const elsewhere = bind(registration.bindKeyElsewhere, () => {
  throw invalid("must not be blank");
});

export const keyBinding: readonly Binding[] = [bindKey, elsewhere];
