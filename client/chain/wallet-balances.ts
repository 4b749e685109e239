// The balances of a wallet on the venue's chain.

import { tokenContractAbi } from "@evermark/interface/chain/vault-contract.ts";
import { type Address, formatUnits } from "viem";
import type { CallOptions, RestClient } from "../rest/rest-client.ts";
import { chainFacts } from "./chain-facts.ts";
import { type ChainWallet, chainReader, requireChain } from "./chain-wallet.ts";
import { callContract } from "./contract-call.ts";

export interface WalletBalances {
  /** USDC, as a decimal with all its digits. */
  readonly usdc: string;
  /** The balance that pays for gas, in `currency`, as a decimal with all its digits. */
  readonly gas: string;
  readonly currency: string;
}

/**
 * Reads a wallet's balances. An injected wallet is asked to switch to the venue's chain if it is on another one.
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
