// What a provider must keep at stake: a reserve, and a part of the fund. Rules 10.3. Without investors left neither is
// required. The reserve counts shares: so many that a share is never so dear that rounding matters.

import type { Behaviour, SharePrice, Shares, SharesOrMicros } from "../../base/units.ts";
import { VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import type { Vault } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { worth } from "./share-prices.ts";

/** From this behaviour on; before, the reserve was the value of the shares, so that after a gift a few of them were enough. */
const COUNTED_SINCE = 3;

/**
 * The quantity compared with the required reserve: the number of strategy shares in 10⁻⁶, or under former behaviours
 * their value.
 */
export function reserveOf(behaviour: Behaviour, shares: Shares, strategyPrice: SharePrice): SharesOrMicros {
  return behaviour < COUNTED_SINCE ? worth(shares, strategyPrice) : shares;
}

/** Whether the provider may give up this many strategy shares, at the vault's present prices. */
export function leavesProviderEnough({ behaviour }: State, vault: Vault, shares: Shares): boolean {
  const { state, mainShares, kind, providerStrategyShares, vaultStrategyShares, strategyPrice } = vault;
  if (state !== "live" && mainShares === 0) return true;
  const { providerReserve, providerPercent } = VAULT_TERMS[kind];
  const left = providerStrategyShares - shares;
  const partEnough =
    BigInt(left) * BigInt(100 - providerPercent) >= BigInt(vaultStrategyShares) * BigInt(providerPercent);
  return partEnough && reserveOf(behaviour, left, strategyPrice) >= providerReserve;
}
