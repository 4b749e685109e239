// Those whose word the vault's payments need, as it has them.

import type { Hex } from "viem";
import { type AskedVault, askVault } from "./ask-vault.ts";

export interface AttesterSet {
  /** Lower case. */
  readonly attesters: readonly Hex[];
  /** So many have to sign. */
  readonly threshold: number;
}

/** @throws {ChainTrouble} */
export async function attestersAt(asked: AskedVault, height: number): Promise<AttesterSet> {
  const [set, threshold] = await Promise.all([
    askVault(asked, "attesters", [], height),
    askVault(asked, "attesterThreshold", [], height),
  ]);
  return { attesters: set.map((address) => address.toLowerCase() as Hex), threshold };
}
