// Opening an account: the venue hands out a nonce, which comes back in a message that the wallet signed. Interface 4.1,
// checks in the order of errors 8.1.

import type { EngineReader } from "@evermark/engine";
import { registration } from "@evermark/interface/accounts/registration.ts";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { registrationTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { RegistrationNonces, type UsedNonce } from "../../auth/wallets/registration-nonces.ts";
import { requireSigner, requireSupportedChain } from "../../auth/wallets/wallet-request.ts";
import { WithMembers } from "../../http/envelope/envelope.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal, refusalOf } from "../../wire/api-error.ts";

const noncesOf = new WeakMap<EngineReader, RegistrationNonces>();

/** Without a cluster, only nonces issued since this process started are good: it cannot know whether an earlier one was used. */
export function registrationNonces({ engine, clock, configuration }: Venue): RegistrationNonces {
  const known = noncesOf.get(engine);
  if (known !== undefined) return known;
  const made = new RegistrationNonces(engine, configuration.cluster === null ? clock.now() : 0);
  noncesOf.set(engine, made);
  return made;
}

/** The endpoint that hands out nonces, and the opening that uses them. */
export function accountOpening(): readonly Binding[] {
  const getNonce = bind(registration.getNonce, ({ venue }) => {
    // Created before `now` is read: nonces older than this object are not good.
    const nonces = registrationNonces(venue);
    const now = venue.clock.now();
    return new WithMembers({ registration_nonce: String(nonces.issue(now)) }, { timestamp: now });
  });

  const openAccount = bind(registration.openAccount, async (context) => {
    const { venue, body, request } = context;
    const { message, signature, userAddress } = body;
    const { brokerId } = message;
    const used = usedNonceOf(message);
    requireSupportedChain(message, venue.configuration.chainId);
    requireBroker(venue, brokerId);
    requireGoodNonce(venue, used);
    const signed = { brokerId, chainId: message.chainId, ...used };
    await requireSigner(registrationTypedData(signed), signature, userAddress, request.ip);
    // Another request may have used the nonce while the signature was checked.
    requireGoodNonce(venue, used);
    return registrationNonces(venue).spend(used, async () => ({
      account_id: await open(context, userAddress.toLowerCase(), brokerId),
    }));
  });

  const elsewhere = bind(registration.openAccountElsewhere, () => {
    throw refusal("signer_mismatch");
  });
  return [getNonce, openAccount, elsewhere];
}

/** A message's nonce and the time that was issued with it; numbers may be sent as strings of digits. */
export function usedNonceOf(message: {
  readonly registrationNonce: number | string;
  readonly timestamp: number | string;
}): UsedNonce {
  return { registrationNonce: Number(message.registrationNonce), timestamp: Number(message.timestamp) };
}

/** @throws {ApiError} 10 */
export function requireGoodNonce(venue: Venue, used: UsedNonce): void {
  if (!registrationNonces(venue).isGood(used, venue.clock.now())) throw refusal("invalid_nonce");
}

// A builder's id is written between colons in fee tags (rules 8.4), and into the journal.
const BROKER_ID = /^[^:\p{C}]{1,64}$/u;

/** @throws {ApiError} 15 for a builder that the venue does not know; a sandbox accepts every well-formed id */
export function requireBroker({ configuration, engine }: Venue, brokerId: string): void {
  if (engine.findBroker(brokerId) >= 0) return;
  if (configuration.mode !== "sandbox" || !BROKER_ID.test(brokerId)) throw refusal("broker_unknown");
}

/** @throws {ApiError} -1007 when the account exists, unless a deposit alone has opened it */
async function open(context: Submitting, wallet: string, brokerId: string): Promise<string> {
  const { venue } = context;
  const accountId = accountIdOf(wallet, brokerId);
  const known = venue.engine.findAccount(accountId);
  const isTaken = known >= 0 && !venue.engine.funds.isOpenedByDeposit(known);
  if (isTaken) throw refusal("duplicate", "account already exists");
  await addBrokerIfNew(context, brokerId);
  await context.submit({ type: "open_account", accountId, wallet, brokerId });
  return accountId;
}

export async function addBrokerIfNew(context: Submitting, brokerId: string): Promise<void> {
  const { venue } = context;
  if (venue.engine.findBroker(brokerId) >= 0) return;
  const { taker: takerFee, maker: makerFee } = venue.configuration.defaultFees;
  const added = await context.attempt({ type: "add_broker", brokerId, takerFee, makerFee });
  // Two accounts may be a new builder's first at once: the second is refused as a duplicate, and the builder is known
  // all the same.
  if (added.rejection !== null && added.rejection.name !== "duplicate") throw refusalOf(added.rejection);
}
