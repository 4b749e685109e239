// Reads a treasury's balance of each token that is swept to it.

import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

interface TreasuryOfTokens {
  readonly treasury: Hex;
  readonly tokens: readonly { readonly symbol: string; readonly address: Hex; readonly decimals: number }[];
}

/** @returns the balances in micros by symbol, rounded down @throws {ChainTrouble} */
export async function readTreasury(
  reader: ChainReader,
  { treasury, tokens }: TreasuryOfTokens,
  block: number,
): Promise<ReadonlyMap<string, bigint>> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [treasury] });
  const held = new Map<string, bigint>();
  for (const { symbol, address, decimals } of tokens) {
    const answer = await reader.call({ to: address, data }, block);
    if (answer.length !== 66) throw new ChainTrouble("garbage", `a balance of ${symbol} that is no number`);
    held.set(symbol, inMicros(BigInt(answer), decimals));
  }
  return held;
}

const MONEY_DECIMALS = 6;

/** Converts a token's smallest units to micros at one USDC per token, rounded down. */
export function inMicros(value: bigint, decimals: number): bigint {
  return decimals >= MONEY_DECIMALS
    ? value / 10n ** BigInt(decimals - MONEY_DECIMALS)
    : value * 10n ** BigInt(MONEY_DECIMALS - decimals);
}
