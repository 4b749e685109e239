// The facts about the venue's chain that a client needs to move money, all read from public calls of the venue.
// Interface 4.10.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import type { Address, Hex } from "viem";
import type { CallOptions, RestClient } from "../rest/rest-client.ts";
import { ChainError } from "./chain-error.ts";

export interface ChainFacts {
  readonly chainId: number;
  readonly vault: Address;
  /** Address of the token's contract. */
  readonly token: Address;
  readonly tokenHash: Hex;
  /** Decimals of the token's smallest unit. */
  readonly decimals: number;
  /** How many blocks must follow a deposit's block before the deposit is credited. */
  readonly confirmations: number;
  /** The fee deducted from a withdrawal, in USDC. */
  readonly withdrawFee: number;
  /** The `name` in the EIP-712 domain under which wallets sign withdrawals. */
  readonly withdrawDomain: string;
  /** URL of a public node; null while none is known. */
  readonly rpcUrl: string | null;
  /** Symbol of the coin that gas is paid in. */
  readonly currency: string;
  /** URL of a block explorer; null while none is known. */
  readonly explorerUrl: string | null;
}

/**
 * Asks the venue about its chain.
 * @throws {ChainError} no_chain
 */
export async function chainFacts(rest: RestClient, options?: CallOptions): Promise<ChainFacts> {
  const [chains, tokens] = await Promise.all([
    rest.call(venueFacts.getChainInfo, {}, options),
    rest.call(venueFacts.getTokens, {}, options),
  ]);
  const chain = chains.rows[0];
  const usdc = tokens.rows.find((row) => row.token === "USDC");
  const detail = usdc?.chain_details.find((row) => String(row.chain_id) === chain?.chain_id);
  if (chain?.vault_address == null || usdc === undefined || detail?.contract_address == null) {
    // A venue can be up before its chain is.
    const trouble = chain?.trouble ?? null;
    const why =
      trouble === null ? "the venue is connected to no chain" : `the venue can't use its chain now (${trouble})`;
    throw new ChainError("no_chain", `${why}: nothing can be deposited or withdrawn`);
  }
  return {
    chainId: Number(chain.chain_id),
    vault: chain.vault_address as Address,
    token: detail.contract_address as Address,
    tokenHash: usdc.token_hash as Hex,
    decimals: detail.decimals,
    confirmations: chain.confirmations,
    withdrawFee: detail.withdraw_fee,
    withdrawDomain: chain.withdraw_domain,
    rpcUrl: chain.public_rpc_url,
    currency: chain.currency_symbol ?? "ETH",
    explorerUrl: chain.explorer_base_url,
  };
}

/** A main account, as the vault's contract identifies it. */
export interface ChainAccount {
  readonly accountId: Hex;
  readonly wallet: Address;
  readonly brokerId: string;
}

/**
 * Finds the main account that the client signs for.
 * @throws {ChainError} wrong_account for a sub-account: money reaches it through its main account
 */
export async function chainAccount(rest: RestClient, options?: CallOptions): Promise<ChainAccount> {
  const accountId = rest.signer?.accountId;
  if (accountId === undefined) throw new ChainError("wrong_account", "the client has no account: pass it a signer");
  const account = { account_id: accountId };
  const { address, broker_id: brokerId } = await rest.call(venueFacts.getPublicAccount, { query: account }, options);
  // The venue's answer is not trusted: wallet and builder must hash to the account that the client signs for.
  if (accountIdOf(address, brokerId).toLowerCase() !== accountId.toLowerCase()) {
    throw new ChainError("wrong_account", `${accountId} is no main account: deposit there, and transfer`);
  }
  return { accountId: accountId as Hex, wallet: address as Address, brokerId };
}
