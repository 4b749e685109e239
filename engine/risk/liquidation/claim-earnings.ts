// What a claimer earns: on an offer the liquidator's fee; on the fund's inventory a discount, in full for lots that the
// fund needs to shed, otherwise no more than came with the position. Where the mark is better for the claimer than the
// index, the claimer pays the difference, and the earnings may be negative. Rules 7.5, 7.8.

import { broken } from "../../base/fault.ts";
import { mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E10, type Lots, type Micros } from "../../base/units.ts";
import { PURSES_SINCE } from "../../memory/liquidation/purses.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { lotsInNeed } from "../fund/fund-need.ts";
import { lossAtMark, paidToGiver } from "../fund/fund-price.ts";
import { fundLots } from "../fund/insurance-fund.ts";
import { liquidatorFeeOn } from "./liquidation-fee.ts";

/** Earnings of a claimer of `lots` of an offer, signed like the position; below 0 when the claimer pays. Micros. */
export function offerEarned(state: State, market: Market, lots: Lots): Micros {
  return liquidatorFeeOn(market, lots) - paidToGiver(state, market, lots);
}

/**
 * Earnings of a claimer of `lots` of the fund's inventory, signed like the position; below 0 when the claimer pays.
 * Micros.
 */
export function fundEarned(state: State, market: Market, lots: Lots): Micros {
  return fundEarning(state, market, lots).earned;
}

/** The earnings of a claim on the fund's inventory and where they come from, micros. */
export interface FundEarning {
  /** Discount that the fund pays to shed what it cannot carry. */
  readonly fromFund: Micros;
  /** Discount that is paid from the position's purse. */
  readonly fromPurse: Micros;
  /** Both, less the claimer's advantage of the mark over the index: below 0 when the claimer pays. */
  readonly earned: Micros;
}

/** @param lots of the fund's position, with its sign */
export function fundEarning(state: State, market: Market, lots: Lots): FundEarning {
  const size = Math.abs(lots);
  const inNeed = state.behaviour < PURSES_SINCE ? size : Math.min(size, lotsInNeed(state, market));
  const fromFund = discountOn(market, inNeed);
  const fromPurse = inNeed === size ? 0 : paidByPurse(state, market, size - inNeed);
  return { fromFund, fromPurse, earned: fromFund + fromPurse - lossAtMark(state, market, -lots) };
}

/** The discount on `size` lots, at most their share of the purse. */
function paidByPurse(state: State, market: Market, size: Lots): Micros {
  const held = Math.abs(fundLots(state, market.number));
  if (!(size <= held)) broken("no more is claimed of the fund than it holds", { market: market.number, size, held });
  const came = mulDivFloor(state.liquidations.purses.of(market.number), size, held);
  return Math.max(0, Math.min(discountOn(market, size), came));
}

/** ⌊N × discount⌋ of `size` lots at the mark. */
function discountOn(market: Market, size: Lots): Micros {
  return mulDivFloor(size * market.mark * market.unit, market.parameters.claimInsuranceFundDiscount, E10);
}
