// Those whose word the vault's payments need, as it has them.

import { vaultAbi } from "@evermark/contracts";
import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

export interface AttesterSet {
  /** Lower case. */
  readonly attesters: readonly Hex[];
  /** So many have to sign. */
  readonly threshold: number;
}

const attestersCall = encodeFunctionData({ abi: vaultAbi, functionName: "attesters" });
const thresholdCall = encodeFunctionData({ abi: vaultAbi, functionName: "attesterThreshold" });

/** @throws {ChainTrouble} */
export async function attestersAt(reader: ChainReader, vault: Hex, height: number): Promise<AttesterSet> {
  const [set, threshold] = await Promise.all([
    reader.call({ to: vault, data: attestersCall }, height),
    reader.call({ to: vault, data: thresholdCall }, height),
  ]);
  try {
    const addresses = decodeFunctionResult({ abi: vaultAbi, functionName: "attesters", data: set });
    return {
      attesters: addresses.map((address) => address.toLowerCase() as Hex),
      threshold: Number(BigInt(threshold)),
    };
  } catch {
    throw new ChainTrouble("garbage", "what the vault's address answered is not what a vault answers");
  }
}
