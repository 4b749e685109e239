// What a provider keeps at stake: a reserve, and a part of the fund. Rules 10.3. With no investors left there is none to
// keep it for. The reserve counts shares: so many of them that none is ever so dear that rounding matters.

import type { Behaviour, SharePrice, Shares, SharesOrMicros } from "../../base/units.ts";
import { TERMS } from "../../memory/business/terms.ts";
import type { Vault } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { worth } from "./share-prices.ts";

/** From this behaviour on; before, the reserve was what shares are worth, so that a gift made a few of them enough. */
const COUNTED_SINCE = 3;

/** What of the provider's strategy shares its reserve asks for: how many there are, in 10⁻⁶, or once their worth. */
export function reserveOf(behaviour: Behaviour, shares: Shares, strategyPrice: SharePrice): SharesOrMicros {
  return behaviour < COUNTED_SINCE ? worth(shares, strategyPrice) : shares;
}

/** Whether the provider may give up so many strategy shares, at the vault's present prices. */
export function leavesProviderEnough({ behaviour }: State, vault: Vault, shares: Shares): boolean {
  const { state, mainShares, kind, providerStrategyShares, vaultStrategyShares, strategyPrice } = vault;
  if (state !== "live" && mainShares === 0) return true;
  const { providerReserve, providerPercent } = TERMS[kind];
  const left = providerStrategyShares - shares;
  const partEnough =
    BigInt(left) * BigInt(100 - providerPercent) >= BigInt(vaultStrategyShares) * BigInt(providerPercent);
  return partEnough && reserveOf(behaviour, left, strategyPrice) >= providerReserve;
}
