// The attesters whose signatures the vault's payments require, as the vault has them.

import type { Hex } from "viem";
import { askVault, type VaultAddress } from "./ask-vault.ts";

export interface AttesterSet {
  /** Lower case. */
  readonly attesters: readonly Hex[];
  /** How many of them have to sign. */
  readonly threshold: number;
}

/** @throws {ChainTrouble} */
export async function attestersAt(asked: VaultAddress, height: number): Promise<AttesterSet> {
  const [set, threshold] = await Promise.all([
    askVault(asked, "attesters", [], height),
    askVault(asked, "attesterThreshold", [], height),
  ]);
  return { attesters: set.map((address) => address.toLowerCase() as Hex), threshold };
}
