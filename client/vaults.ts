// Requests of investors and providers to strategy vaults: signed by the wallet, sent with the account's key. Rules 9.4, 9.7.

import {
  addProviderKeyTypedData,
  dexRequestTypedData,
  VAULT_OPERATIONS,
  WITHDRAWAL_CONTRACT,
} from "@evermark/interface/chain/wallet-messages.ts";
import { strategyVaults } from "@evermark/interface/funds/strategy-vaults.ts";
import { type DecimalInput, unitsOf } from "./decimal.ts";
import { type KeyTerms, repeatedWhenLost } from "./onboarding.ts";
import type { RestClient } from "./rest/rest-client.ts";
import type { ApiKey } from "./signing/api-key.ts";
import type { Wallet } from "./signing/wallet.ts";
import { venueChain } from "./venue-chain.ts";

export interface VaultRequest {
  readonly vaultId: string;
  /** The account's builder. */
  readonly brokerId: string;
  readonly operation: (typeof VAULT_OPERATIONS)[number];
  /** USDC for a deposit, shares for a withdrawal; at most six decimals. */
  readonly amount: DecimalInput;
}

/**
 * Requests an operation of a vault; it is settled with the next period.
 * @param rest of a client whose key has the scope `asset`
 * @throws {ApiError} 5, 9, 10, -1006, -1012 as documented; {AnswerLost} when it is unknown whether it was carried out:
 *   `strategyVaults.getVaultTransactions` shows it
 */
export async function requestOfVault(rest: RestClient, wallet: Wallet, request: VaultRequest): Promise<void> {
  const { vaultId, brokerId: dexBrokerId, operation, amount } = request;
  const { chainId, fundsDomain } = await venueChain(rest);
  const { nonce } = await rest.call(strategyVaults.getVaultNonce);
  const payloadType = VAULT_OPERATIONS.indexOf(operation);
  const receiver = wallet.address.toLowerCase();
  const message = { payloadType, nonce, receiver, amount: unitsOf(amount, 6), vaultId, token: "USDC", dexBrokerId };
  const data = dexRequestTypedData(message, fundsDomain);
  const sent = { ...message, nonce: String(nonce), amount: String(message.amount), chainId };
  const body = {
    message: { ...sent, chainType: "EVM" as const },
    signature: await wallet.signTypedData(data),
    userAddress: wallet.address,
    verifyingContract: WITHDRAWAL_CONTRACT,
  };
  await rest.call(strategyVaults.requestVaultOperation, { body });
}

const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Binds an API key to the fund of a vault, with the signature of its provider's wallet. Then sign with the vault's
 * `fund_account_id`.
 * @param vault.address its `vault_address`
 * @throws {ApiError} -1006 for an unknown vault, 9 for another wallet than its provider's; {AnswerLost}
 */
export async function bindProviderKey(
  rest: RestClient,
  wallet: Wallet,
  vault: { readonly address: string; readonly brokerId: string },
  key: Pick<ApiKey, "publicKey">,
  { scope = "read,trading", validForMs = YEAR_MS }: KeyTerms = {},
): Promise<void> {
  const { chainId } = await venueChain(rest);
  // The answer brings the venue's time; a sandbox may be hours ahead.
  const { venueTimeMs: timestamp } = await rest.send(strategyVaults.getVaultNonce);
  const { address: contract, brokerId } = vault;
  const expiration = timestamp + validForMs;
  const message = { brokerId, chainId, key: key.publicKey, scope, timestamp, expiration, contract };
  const signature = await wallet.signTypedData(addProviderKeyTypedData(message));
  const body = { message, signature, userAddress: wallet.address };
  await repeatedWhenLost(() => rest.send(strategyVaults.bindProviderKey, { body }));
}
