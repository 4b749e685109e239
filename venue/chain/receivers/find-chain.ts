// Checks a configured chain before anything on it counts: the right chain, a factory whose receivers can send to our
// treasury alone, and tokens that state their decimals.

import { depositReceiverAbi } from "@evermark/contracts";
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, isAddressEqual } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import type { ReceiverChain, ReceiverToken } from "./receiver-chain.ts";
import { DECIMALS_MAX } from "./token-amount.ts";

export interface ExpectedChain {
  readonly chainId: number;
  readonly factory: Hex;
  readonly treasury: Hex;
  readonly tokens: readonly Pick<ReceiverToken, "symbol" | "address">[];
  readonly confirmations: number;
}

/** A chain that answers but is not what the configuration says; the message is a sentence. */
export class OtherChain extends Error {
  override readonly name = "OtherChain";
}

/** @throws {OtherChain} @throws {ChainTrouble} */
export async function findChain(reader: ChainReader, expected: ExpectedChain): Promise<ReceiverChain> {
  const { chainId, factory, treasury, confirmations } = expected;
  const found = await reader.chainId();
  if (found !== chainId) throw new OtherChain(`its nodes are on chain ${found}, expected ${chainId}`);
  if ((await reader.code(factory, "latest")) === "0x") throw new OtherChain(`there is no factory at ${factory}`);
  const goesTo = await treasuryOf(reader, factory);
  if (goesTo === undefined || !isAddressEqual(goesTo, treasury)) {
    throw new OtherChain(`the factory at ${factory} sweeps to ${goesTo ?? "no one"}, expected ${treasury}`);
  }
  const tokens: ReceiverToken[] = [];
  for (const { symbol, address } of expected.tokens) {
    const decimals = await decimalsOf(reader, address);
    if (decimals === undefined) throw new OtherChain(`there is no token at ${address} (${symbol})`);
    tokens.push({ symbol, address: address.toLowerCase() as Hex, decimals });
  }
  return { chainId, factory: lower(factory), treasury: lower(treasury), tokens, confirmations };
}

async function treasuryOf(reader: ChainReader, factory: Hex): Promise<Hex | undefined> {
  const answer = { abi: depositReceiverAbi, functionName: "treasury" } as const;
  const data = await called(reader, factory, encodeFunctionData(answer));
  return data === undefined ? undefined : decodeFunctionResult({ ...answer, data });
}

async function decimalsOf(reader: ChainReader, token: Hex): Promise<number | undefined> {
  const answer = { abi: erc20Abi, functionName: "decimals" } as const;
  const data = await called(reader, token, encodeFunctionData(answer));
  // Read as 256 bits: a token may answer with a number too large for the type.
  const decimals = data === undefined ? undefined : BigInt(data);
  return decimals === undefined || decimals > BigInt(DECIMALS_MAX) ? undefined : Number(decimals);
}

/** Undefined where the answer is not exactly one word. */
async function called(reader: ChainReader, to: Hex, data: Hex): Promise<Hex | undefined> {
  try {
    const answer = await reader.call({ to, data }, "latest");
    return answer.length === 66 ? answer : undefined;
  } catch (error) {
    if (isTrouble(error, "reverted")) return undefined;
    throw error;
  }
}

const lower = (address: Hex): Hex => address.toLowerCase() as Hex;
