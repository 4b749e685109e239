// Opening an account: a nonce is handed out, and comes back in a message that the wallet has signed. Interface 4.1,
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

/** Of a venue that stands alone only its own are good: what a process before it had was used or not. */
export function registrationNonces({ engine, clock, configuration }: Venue): RegistrationNonces {
  const known = noncesOf.get(engine);
  if (known !== undefined) return known;
  const made = new RegistrationNonces(engine, configuration.cluster === null ? clock.now() : 0);
  noncesOf.set(engine, made);
  return made;
}

/** The nonce endpoint and the opening that takes its nonces. */
export function accountOpening(): readonly Binding[] {
  const getNonce = bind(registration.getNonce, ({ venue }) => {
    // These first: what is older than they are is no good.
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

/** The nonce of a message, and the time that came with it; numbers may be sent as their digits. */
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

// A builder's id stands in fee tags between colons (rules 8.4), and in the journal.
const BROKER_ID = /^[^:\p{C}]{1,64}$/u;

/** @throws {ApiError} 15 for a builder that the venue does not know; a sandbox knows every id that can be one */
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
  // Two first accounts of a builder may come at once: the second finds it known, which is as good.
  if (added.rejection !== null && added.rejection.name !== "duplicate") throw refusalOf(added.rejection);
}
