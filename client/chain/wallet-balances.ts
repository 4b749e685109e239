// What a wallet has on the venue's chain.

import { tokenContractAbi } from "@evermark/interface/chain/vault-contract.ts";
import { type Address, formatUnits } from "viem";
import type { CallOptions, RestClient } from "../rest/rest-client.ts";
import { chainFacts } from "./chain-facts.ts";
import { type ChainWallet, chainReader, requireChain } from "./chain-wallet.ts";
import { callContract } from "./contract-call.ts";

export interface WalletBalances {
  /** Every digit of it, in USDC. */
  readonly usdc: string;
  /** Every digit of what it can pay transactions with, in `currency`. */
  readonly gas: string;
  readonly currency: string;
}

/**
 * Reads what a wallet has. An injected wallet is asked to change to the venue's chain if it is on another one.
 * @throws {ChainError} no_chain, wrong_chain, rejected
 */
export async function walletBalances(
  { client, wallet, address }: { client: { readonly rest: RestClient }; wallet: ChainWallet; address: string },
  options?: CallOptions,
): Promise<WalletBalances> {
  const facts = await chainFacts(client.rest, options);
  await requireChain(wallet, facts);
  const reader = chainReader(wallet, facts);
  const owner = address as Address;
  const token = { address: facts.token, abi: tokenContractAbi } as const;
  const [usdc, gas] = await Promise.all([
    callContract(reader, { ...token, functionName: "balanceOf", args: [owner] }),
    reader.request({ method: "eth_getBalance", params: [owner, "latest"] }),
  ]);
  return { usdc: formatUnits(usdc, facts.decimals), gas: formatUnits(BigInt(gas), 18), currency: facts.currency };
}
