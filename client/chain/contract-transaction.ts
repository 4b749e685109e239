// Sends a contract call as a transaction of the wallet. An injected wallet fills in and signs the transaction itself; for a
// local key, gas and fees are filled in here from the chain's current values, and the transaction is signed here.

import { type Abi, Eip1559FeesNotSupportedError, type Hex, type LocalAccount } from "viem";
import { estimateFeesPerGas, getTransactionCount } from "viem/actions";
import { type ChainWallet, type OpenWallet, requireSameChain } from "./chain-wallet.ts";
import {
  type AnyCall,
  type ArgsOf,
  type ContractCall,
  type FunctionOf,
  messageOf,
  withReasons,
} from "./contract-call.ts";

/** No automatic retries: nothing is sent twice. */
const ONCE = { retryCount: 0 };

/**
 * Sends a call as a transaction of the wallet.
 * @returns hash of the transaction, which is not mined yet
 * @throws {ContractFunctionExecutionError} as viem's `writeContract` does; {ChainError} wrong_chain
 */
export async function sendToContract<
  const Interface extends Abi,
  Name extends FunctionOf<Interface>,
  const Args extends ArgsOf<Interface, Name>,
>(client: OpenWallet, call: ContractCall<Interface, Name, Args>): Promise<Hex> {
  const { account } = client;
  const message = messageOf(call as AnyCall, account);
  // An injected wallet may have been switched to another chain since it gave its account.
  if (account.type !== "local") await requireSameChain(client as ChainWallet, client.chain.id);
  return withReasons(call as AnyCall, account, async (_, answerOf) => {
    if (account.type !== "local") {
      return answerOf(client.request({ method: "eth_sendTransaction", params: [message] }, ONCE));
    }
    try {
      const signed = await answerOf(signedTransaction(client, account, message));
      return await answerOf(client.request({ method: "eth_sendRawTransaction", params: [signed] }, ONCE));
    } catch (error) {
      account.nonceManager?.reset({ address: account.address, chainId: client.chain.id });
      throw error;
    }
  });
}

async function signedTransaction(client: OpenWallet, account: LocalAccount, message: ReturnType<typeof messageOf>) {
  const { from, to, data, value } = message;
  const [nonce, fees] = await Promise.all([nonceOf(client, account), feesOf(client)]);
  // Estimated without gas prices: with them, a node answers for a wallet that can't pay only that there is too little gas.
  const gas = await client.request({ method: "eth_estimateGas", params: [{ from, to, data, value }] });
  return account.signTransaction({
    ...{ chainId: client.chain.id, nonce, gas: BigInt(gas), to, data, ...fees },
    ...(value !== undefined && { value: BigInt(value) }),
  });
}

/** A caller that also sends transactions in other ways sets a nonce manager of viem, which counts for both. */
function nonceOf(client: OpenWallet, { address, nonceManager }: LocalAccount): Promise<number> {
  if (nonceManager === undefined) return getTransactionCount(client, { address, blockTag: "pending" });
  return nonceManager.consume({ address, chainId: client.chain.id, client });
}

/** Chains from before EIP-1559 have a single gas price. */
function feesOf(client: OpenWallet) {
  return estimateFeesPerGas(client).catch((error) => {
    if (error instanceof Eip1559FeesNotSupportedError) return estimateFeesPerGas(client, { type: "legacy" });
    throw error;
  });
}
