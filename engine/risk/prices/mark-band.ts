// How far from the index a market lets its mark price go. Rules 6.2.

import type { RatioE10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";

/** The mark stays within base initial margin divided by this. */
const MARGIN_PARTS = 8;

/** How far the mark may be above and below the index, 10⁻¹⁰. */
export function markBand(parameters: MarketParameters): { readonly up: RatioE10; readonly down: RatioE10 } {
  return {
    up: deviation(parameters, parameters.capFunding),
    down: deviation(parameters, parameters.floorFunding),
  };
}

/**
 * The deviation on the side that `cap` bounds. The last term ensures that what the insurance fund takes over at one
 * bound and gives away at the other, with its discount, costs it no more than the liquidation fee that came with it.
 */
function deviation(p: MarketParameters, cap: RatioE10): RatioE10 {
  const byFunding = Math.floor((p.markFactorTenths * Math.abs(cap)) / 10);
  const byFee = Math.floor((p.stdLiquidationFee - p.claimInsuranceFundDiscount) / 2);
  return Math.min(byFunding, p.maxMarkDeviation, Math.floor(p.baseImr / MARGIN_PARTS), Math.max(0, byFee));
}
