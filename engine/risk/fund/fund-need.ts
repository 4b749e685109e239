// How much of its positions the insurance fund can't carry. Rules 7.10.

import { E10, type RatioE10 } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import type { AccountFigures } from "../../money/margin/account-figures.ts";
import { FUND_INITIAL_RATIO, FUND_MINIMUM_RATIO, fundBacking } from "./insurance-fund.ts";

/** collateral ÷ notional < ratio; never when the fund holds nothing. */
export function isBelow({ collateral, notional }: AccountFigures, ratio: RatioE10): boolean {
  return notional > 0 && BigInt(collateral) * BigInt(E10) < BigInt(notional) * BigInt(ratio);
}

/**
 * ⌈(ΣN − TC ÷ r) ÷ mark⌉ in lots: what has to go for the fund to be back at its initial ratio; more than it holds where that
 * is not enough.
 */
export function neededLots(state: State, market: Market): number {
  const { collateral, notional } = fundBacking(state);
  const carried = (BigInt(collateral) * BigInt(E10)) / BigInt(FUND_INITIAL_RATIO);
  const tooMuch = BigInt(notional) - carried;
  const lotValue = BigInt(market.mark * market.unit);
  return tooMuch <= 0n ? 0 : Number((tooMuch + lotValue - 1n) / lotValue);
}

/** The same while the fund is below its minimum ratio; above it, nothing has to go. */
export function lotsInNeed(state: State, market: Market): number {
  return isBelow(fundBacking(state), FUND_MINIMUM_RATIO) ? neededLots(state, market) : 0;
}
