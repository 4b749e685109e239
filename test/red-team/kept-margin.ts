// The part of a position's notional that a payer of funding keeps by the rules: the mark's range from one bound to the
// other, and the discount of a claim. Computed independently, so that no engine's view has to be trusted. Rules 6.2,
// 6.6.

import type { MarketParameters } from "@evermark/engine";

const E10 = 10_000_000_000;

/** As a fraction of 1. */
export function keptOfNotional(parameters: MarketParameters): number {
  const { capFunding, floorFunding, claimInsuranceFundDiscount: discount } = parameters;
  return (wayOfMark(parameters, capFunding) + wayOfMark(parameters, -floorFunding) + discount) / E10;
}

function wayOfMark(parameters: MarketParameters, funding: number): number {
  const { markFactorTenths, maxMarkDeviation, baseImr, stdLiquidationFee: fee } = parameters;
  const half = Math.max(0, fee - parameters.claimInsuranceFundDiscount) / 2;
  return Math.min((markFactorTenths / 10) * funding, maxMarkDeviation, baseImr / 8, half);
}
