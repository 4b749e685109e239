// How much of its positions the insurance fund cannot carry. Rules 7.10.

import { E10, type RatioE10 } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import type { AccountFigures } from "../../money/margin/account-figures.ts";
import { FUND_INITIAL_RATIO, FUND_MINIMUM_RATIO, fundBacking } from "./insurance-fund.ts";

/** collateral ÷ notional < ratio; false when the fund has no positions. */
export function isBelow({ collateral, notional }: AccountFigures, ratio: RatioE10): boolean {
  return notional > 0 && BigInt(collateral) * BigInt(E10) < BigInt(notional) * BigInt(ratio);
}

/**
 * ⌈(ΣN − TC ÷ r) ÷ mark⌉ in lots: how much of a market the fund must shed to be back at its initial ratio. The result
 * exceeds the fund's position where even closing all of it would not be enough.
 */
export function neededLots(state: State, market: Market): number {
  const { collateral, notional } = fundBacking(state);
  const carried = (BigInt(collateral) * BigInt(E10)) / BigInt(FUND_INITIAL_RATIO);
  const tooMuch = BigInt(notional) - carried;
  const lotValue = BigInt(market.mark * market.unit);
  return tooMuch <= 0n ? 0 : Number((tooMuch + lotValue - 1n) / lotValue);
}

/** `neededLots` while the fund is below its minimum ratio; 0 otherwise. */
export function lotsInNeed(state: State, market: Market): number {
  return isBelow(fundBacking(state), FUND_MINIMUM_RATIO) ? neededLots(state, market) : 0;
}
