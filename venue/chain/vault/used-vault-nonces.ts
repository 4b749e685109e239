// Reads from vaults whether a withdrawal's nonce is used up, and whether its payment waits in a queue. A nonce that a
// former vault has used up is used up for good. Vault 6.

import type { Hex } from "viem";
import type { At } from "../rpc/chain-reader.ts";
import { askVault, type VaultAddress } from "./ask-vault.ts";

export interface WithdrawalKey {
  readonly accountId: Hex;
  readonly nonce: number | bigint;
}

/** Reads all of a venue's vaults at the newest block. Each method throws a `ChainTrouble` when they can't be read. */
export interface UsedVaultNonces {
  isDone(withdrawal: WithdrawalKey): Promise<boolean>;
  isQueued(withdrawal: WithdrawalKey): Promise<boolean>;
}

export function usedNumbers(vaults: readonly VaultAddress[]): UsedVaultNonces {
  return {
    isDone: (withdrawal) => isDoneInAny(vaults, withdrawal, "latest"),
    isQueued: (withdrawal) => any(vaults, async (each) => (await payableAt(each, withdrawal, "latest")) !== null),
  };
}

/** Whether any of the vaults has paid, refused or queued it. @throws {ChainTrouble} */
export function isDoneInAny(vaults: readonly VaultAddress[], withdrawal: WithdrawalKey, at: At): Promise<boolean> {
  return any(vaults, (each) => isDoneAt(each, withdrawal, at));
}

async function any(vaults: readonly VaultAddress[], is: (asked: VaultAddress) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(vaults.map(is))).includes(true);
}

function isDoneAt(asked: VaultAddress, { accountId, nonce }: WithdrawalKey, at: At): Promise<boolean> {
  return askVault(asked, "done", [accountId, BigInt(nonce)], at);
}

/**
 * @returns when it becomes payable, in seconds since 1970; null when it is not in the vault's queue
 * @throws {ChainTrouble}
 */
export async function payableAt(
  asked: VaultAddress,
  { accountId, nonce }: WithdrawalKey,
  at: At,
): Promise<number | null> {
  const item = await askVault(asked, "queued", [accountId, BigInt(nonce)], at);
  return BigInt(item.sender) === 0n ? null : Number(item.payableAt);
}
