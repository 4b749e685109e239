// What a vault says of one withdrawal's number: whether it is used up, and whether its payment waits in the queue. Vault 6.

import type { Hex } from "viem";
import type { At } from "../rpc/chain-reader.ts";
import { type AskedVault, askVault } from "./ask-vault.ts";

export interface WithdrawalName {
  readonly accountId: Hex;
  readonly nonce: number | bigint;
}

/** Of one vault, as it is now. Each throws a `ChainTrouble` when that can't be read. */
export interface UsedNumbers {
  isDone(withdrawal: WithdrawalName): Promise<boolean>;
  isQueued(withdrawal: WithdrawalName): Promise<boolean>;
}

export function usedNumbers(asked: AskedVault): UsedNumbers {
  return {
    isDone: (withdrawal) => isDoneAt(asked, withdrawal, "latest"),
    isQueued: async (withdrawal) => (await payableAt(asked, withdrawal, "latest")) !== null,
  };
}

/** Whether it was paid, refused or queued. @throws {ChainTrouble} */
export function isDoneAt(asked: AskedVault, { accountId, nonce }: WithdrawalName, at: At): Promise<boolean> {
  return askVault(asked, "done", [accountId, BigInt(nonce)], at);
}

/**
 * @returns from when on it can be paid, in seconds since 1970; null when it is not in the vault's queue
 * @throws {ChainTrouble}
 */
export async function payableAt(
  asked: AskedVault,
  { accountId, nonce }: WithdrawalName,
  at: At,
): Promise<number | null> {
  const item = await askVault(asked, "queued", [accountId, BigInt(nonce)], at);
  return BigInt(item.sender) === 0n ? null : Number(item.payableAt);
}
