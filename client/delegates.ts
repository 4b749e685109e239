// The acts of a contract's signer: confirming that it signs for the contract, and binding keys to the contract's account.
// From then on a key trades the account like any other. Rules 9.6 and 9.7.

import { delegates } from "@evermark/interface/accounts/delegates.ts";
import { registration } from "@evermark/interface/accounts/registration.ts";
import { delegateAddKeyTypedData, delegateSignerTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { bindAtGoodTime, type KeyTerms, repeatedWhenLost } from "./onboarding.ts";
import type { RestClient } from "./rest/rest-client.ts";
import type { ApiKey } from "./signing/api-key.ts";
import type { Wallet } from "./signing/wallet.ts";
import { venueChain } from "./venue-chain.ts";

export interface DelegatedAccount {
  /** Address of the contract that owns the account. */
  readonly contract: string;
  readonly brokerId: string;
}

/**
 * Confirms that the wallet signs for a contract, which has named it in a transaction. Opens the contract's account.
 * @param transaction hash of that transaction
 * @returns the account's id
 * @throws {ApiError} -1011 when the venue does not know the contract, -1006 when it does not know the transaction; {AnswerLost}
 */
export async function confirmDelegate(
  rest: RestClient,
  wallet: Wallet,
  { contract, brokerId }: DelegatedAccount,
  transaction: string,
): Promise<string> {
  const { data } = await repeatedWhenLost(async () => {
    const { chainId } = await venueChain(rest);
    const { data, venueTimeMs } = await rest.send(registration.getNonce);
    const registrationNonce = Number(data.registration_nonce);
    const common = { brokerId, chainId, timestamp: venueTimeMs, registrationNonce };
    const message = { delegateContract: contract, ...common, txHash: transaction };
    const signature = await wallet.signTypedData(delegateSignerTypedData(message));
    return rest.send(delegates.confirmSigner, { body: { message, signature, userAddress: wallet.address } });
  });
  return data.account_id;
}

/**
 * Binds an API key to the account of a contract that the wallet signs for, as `bindKey` does for a wallet's account.
 * @throws {ApiError} 9 when another wallet signs for the contract by now; {AnswerLost}
 */
export async function bindDelegateKey(
  rest: RestClient,
  wallet: Wallet,
  { contract, brokerId }: DelegatedAccount,
  key: Pick<ApiKey, "publicKey">,
  terms: Omit<KeyTerms, "tag"> = {},
): Promise<void> {
  await bindAtGoodTime(rest, brokerId, key, terms, async (bound) => {
    const message = { delegateContract: contract, ...bound };
    const signature = await wallet.signTypedData(delegateAddKeyTypedData(message));
    const body = { message, signature, userAddress: wallet.address };
    await repeatedWhenLost(() => rest.send(delegates.bindKey, { body }));
  });
}
