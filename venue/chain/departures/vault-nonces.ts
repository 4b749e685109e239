// What a vault says of one withdrawal's nonce: whether it is used up, and whether its payment waits in the queue. Vault 6.

import { vaultAbi } from "@evermark/contracts";
import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

export interface WithdrawalName {
  readonly accountId: Hex;
  readonly nonce: bigint;
}

/** Of one vault, as it is now. Each throws a `ChainTrouble` when that can't be read. */
export interface VaultNonces {
  /** Whether it was paid, refused or queued. */
  isDone(withdrawal: WithdrawalName): Promise<boolean>;
  isQueued(withdrawal: WithdrawalName): Promise<boolean>;
}

export function vaultNonces(reader: ChainReader, vault: Hex): VaultNonces {
  const ask = async <T>(functionName: "done" | "queued", { accountId, nonce }: WithdrawalName): Promise<T> => {
    const asked = { abi: vaultAbi, functionName } as const;
    const answer = await reader.call(
      { to: vault, data: encodeFunctionData({ ...asked, args: [accountId, nonce] }) },
      "latest",
    );
    try {
      return decodeFunctionResult({ ...asked, data: answer }) as T;
    } catch {
      throw new ChainTrouble("garbage", "what the vault's address answered is not what a vault answers");
    }
  };
  return {
    isDone: (withdrawal) => ask<boolean>("done", withdrawal),
    isQueued: async (withdrawal) => BigInt((await ask<{ readonly sender: Hex }>("queued", withdrawal)).sender) !== 0n,
  };
}
