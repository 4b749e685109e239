// What an attester sees of the chain by its own nodes: the time there, and what the vault has done with a withdrawal.

import { vaultAbi } from "@evermark/contracts";
import { decodeFunctionResult, encodeFunctionData, getAbiItem, type Hex, prepareEncodeFunctionData } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { type PaymentTerms, TOKEN_HASH } from "./attestation.ts";
import type { WitnessedChain } from "./witness.ts";

// Looked up once: by name in the whole ABI, a call takes ten times as long to encode.
const done = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "done" });
const tokenStateCall = encodeFunctionData({ abi: vaultAbi, functionName: "tokenState", args: [TOKEN_HASH] });
const doneAbi = [getAbiItem({ abi: vaultAbi, name: "done" })] as const;

export function witnessedChain(reader: ChainReader, vault: Hex): WitnessedChain {
  return {
    now: async () => (await reader.head()).timestamp,
    state: async () => {
      const data = await reader.call({ to: vault, data: tokenStateCall }, (await reader.head()).number);
      return parsed(() => {
        const [net, , exitsOpen] = decodeFunctionResult({ abi: vaultAbi, functionName: "tokenState", data });
        return { net, exitsOpen };
      });
    },
    isDone: async (terms) => isDoneAt({ reader, vault }, terms, (await reader.head()).number),
  };
}

/** Whether a withdrawal was paid, refused or queued. @throws {ChainTrouble} */
export async function isDoneAt(
  { reader, vault }: { readonly reader: ChainReader; readonly vault: Hex },
  { accountId, nonce }: Pick<PaymentTerms, "accountId" | "nonce">,
  height: number,
): Promise<boolean> {
  const args = [accountId, BigInt(nonce)] as const;
  const data = await reader.call({ to: vault, data: encodeFunctionData({ ...done, args }) }, height);
  return parsed(() => decodeFunctionResult({ abi: doneAbi, functionName: "done", data }));
}

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ChainTrouble("garbage", "what the vault's address answered is not what a vault answers");
  }
}
