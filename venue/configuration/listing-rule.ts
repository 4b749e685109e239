// Whether a market can be listed. One lot times one tick must be a whole number of micros, so that every notional is
// exact (rules 1.2); the other conditions keep a slip of the keyboard from becoming a market. The engine refuses a
// listing that breaks the exactness; here an operator is told which key to mend.

import { coversItsDiscount, E10, paysItsLiquidator, type RatioE10 } from "@evermark/engine";
import type { MarketConfiguration } from "./configuration.ts";

interface BrokenListing {
  /** As the operator wrote it. */
  readonly key: string;
  readonly expected: string;
}

const SYMBOL = /^PERP_[A-Z0-9]+_USDC$/;

/** The first condition that does not hold, or null. */
export function checkListing({ parameters: p, initialPrice }: MarketConfiguration): BrokenListing | null {
  for (const [holds, key, expected] of [
    [SYMBOL.test(p.symbol), "symbol", "PERP_<BASE>_USDC with upper-case letters and digits"],
    [p.quoteTick > 0, "quote_tick", "a number above 0"],
    [p.baseTick > 0, "base_tick", "a number above 0"],
    [isWholeMicros(p.quoteTick, p.baseTick), "base_tick", "quote_tick × base_tick to be a multiple of 0.000001 USDC"],
    [p.quoteMin >= 0 && p.quoteMin % p.quoteTick === 0, "quote_min", "a multiple of quote_tick, 0 or more"],
    [
      p.quoteMax > p.quoteMin && p.quoteMax % p.quoteTick === 0,
      "quote_max",
      "a multiple of quote_tick above quote_min",
    ],
    [p.baseMin > 0 && p.baseMin % p.baseTick === 0, "base_min", "a multiple of base_tick above 0"],
    [p.baseMax >= p.baseMin, "base_max", "a number not below base_min"],
    [p.minNotional >= 0, "min_notional", "0 or more"],
    [isFraction(p.priceRange), "price_range", "a number between 0 and 1"],
    [isFraction(p.priceScope), "price_scope", "a number between 0 and 1"],
    [p.baseImr > 0 && p.baseImr <= E10, "base_imr", "a number above 0, at most 1"],
    [p.baseMmr > 0 && p.baseMmr < p.baseImr, "base_mmr", "a number above 0 and below base_imr"],
    [p.imrFactor >= 0, "imr_factor", "0 or more"],
    [p.maxNotional > 0, "max_notional", "a number above 0"],
    [p.globalMaxOiCap > 0, "global_max_oi_cap", "a number above 0"],
    [[1, 4, 8].includes(p.fundingPeriodHours), "funding_period", "1, 4 or 8"],
    [isFraction(p.capFunding), "cap_funding", "a number between 0 and 1"],
    [p.floorFunding <= 0 && p.floorFunding > -E10, "floor_funding", "a number between -1 and 0"],
    [p.capIr >= 0, "cap_ir", "0 or more"],
    [p.floorIr <= 0, "floor_ir", "0 or less"],
    [p.markFactorTenths > 0, "mark_factor", "a number above 0"],
    [isFraction(p.maxMarkDeviation), "max_mark_deviation", "a number between 0 and 1"],
    [[1, 2].includes(p.liquidationTier), "liquidation_tier", "1 or 2"],
    [isFraction(p.stdLiquidationFee), "std_liquidation_fee", "a number between 0 and 1"],
    [p.liquidatorFee >= 0 && p.liquidatorFee <= p.stdLiquidationFee, "liquidator_fee", "0 up to std_liquidation_fee"],
    [
      paysItsLiquidator(p),
      "liquidator_fee",
      "at least how far the mark price may be from the index, and at most base_mmr less that",
    ],
    [
      p.claimInsuranceFundDiscount >= 0 && coversItsDiscount(p),
      "claim_insurance_fund_discount",
      "0 up to base_mmr − base_imr ÷ 4, which is what maintenance margin leaves when the mark price has moved as far as it may",
    ],
    [p.maxIndexJump > 0 && p.maxIndexJump <= E10, "max_index_jump", "a number above 0, at most 1"],
    // A market without any source is refused where the venue's mode is known.
    [
      p.minSources >= 1 && (p.sources.length === 0 || p.minSources <= p.sources.length),
      "min_sources",
      "a whole number from 1 to that of sources",
    ],
    [isFraction(p.stopSlippage), "stop_slippage", "a number between 0 and 1"],
    [
      initialPrice > p.quoteMin && initialPrice <= p.quoteMax && initialPrice % p.quoteTick === 0,
      "initial_price",
      "a multiple of quote_tick above quote_min, at most quote_max",
    ],
  ] as const) {
    if (!holds) return { key, expected };
  }
  return null;
}

/** Both steps are in 10⁻⁸, their product in 10⁻¹⁶; a micro is 10¹⁰ of those. */
function isWholeMicros(quoteTick: number, baseTick: number): boolean {
  return (BigInt(quoteTick) * BigInt(baseTick)) % 10_000_000_000n === 0n;
}

function isFraction(ratio: RatioE10): boolean {
  return ratio > 0 && ratio < E10;
}
