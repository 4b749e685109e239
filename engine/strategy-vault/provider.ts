// What a provider keeps at stake: a reserve, and a part of the fund. Rules 10.3. With no investors left there is nobody
// to keep it for.

import { worth } from "./share-prices.ts";
import { TERMS } from "./terms.ts";
import type { Vault } from "./vaults.ts";

/** Whether the provider may give up so many strategy shares, at the vault's present prices. */
export function leavesProviderEnough(vault: Vault, shares: number): boolean {
  const { state, mainShares, kind, providerStrategyShares, vaultStrategyShares, strategyPrice } = vault;
  if (state !== "live" && mainShares === 0) return true;
  const { providerReserve, providerPercent } = TERMS[kind];
  const left = providerStrategyShares - shares;
  const partEnough =
    BigInt(left) * BigInt(100 - providerPercent) >= BigInt(vaultStrategyShares) * BigInt(providerPercent);
  return partEnough && worth(left, strategyPrice) >= providerReserve;
}
