// Whether a market can be listed at all: what its numbers must keep to, so that the engine can count in them. Rules 1.2.

import { decimalText } from "../../base/numbers/arithmetic.ts";
import { E10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import { FUNDING_PERIODS } from "../../memory/market/funding-schedule.ts";
import { markBand } from "../../risk/prices/mark-band.ts";

/** Times four, a price in 10⁻⁸ is still below 2^53: a mark price may be twice the index, and rounding doubles it. */
const QUOTE_MAX = 2_251_799_813_685_248;

/** From this behaviour on. */
const PAYS_LIQUIDATOR_SINCE = 3;

/** Why a market with these parameters can't be listed, or null. Rules 1.2. */
export function refuseListing(p: MarketParameters, price: number, behaviour: number): Rejection | null {
  const wrong = (field: string, expected: string): Rejection =>
    rejection("invalid_parameter", { field }, `${field} of ${p.symbol} is invalid: expected ${expected}`);
  if (!/^PERP_[A-Z0-9]+_USDC$/.test(p.symbol)) return wrong("symbol", "PERP_<BASE>_USDC");
  if (p.quoteTick <= 0) return wrong("quote_tick", "a positive number");
  if (p.baseTick <= 0) return wrong("base_tick", "a positive number");
  if ((BigInt(p.quoteTick) * BigInt(p.baseTick)) % BigInt(E10) !== 0n) {
    return wrong("quote_tick × base_tick", "a whole number of 0.000001 USDC");
  }
  if (p.quoteMin < 0 || p.quoteMin % p.quoteTick !== 0) return wrong("quote_min", "a multiple of quote_tick");
  if (p.quoteMax <= p.quoteMin) return wrong("quote_max", "more than quote_min");
  if (p.quoteMax > QUOTE_MAX) return wrong("quote_max", `at most ${decimalText(QUOTE_MAX, 8)}`);
  if (p.baseMin <= 0 || p.baseMin % p.baseTick !== 0) return wrong("base_min", "a positive multiple of base_tick");
  if (p.baseMax < p.baseMin) return wrong("base_max", "at least base_min");
  if (p.baseImr <= 0 || p.baseImr > E10) return wrong("base_imr", "more than 0 and at most 1");
  if (p.baseMmr <= 0 || p.baseMmr >= p.baseImr) return wrong("base_mmr", "more than 0 and less than base_imr");
  if (p.priceRange <= 0 || p.priceRange >= E10) return wrong("price_range", "between 0 and 1");
  if (p.priceScope <= 0 || p.priceScope >= E10) return wrong("price_scope", "between 0 and 1");
  if (p.imrFactor < 0 || !Number.isSafeInteger(p.baseMmr * p.imrFactor)) {
    return wrong("imr_factor", "at least 0, and base_mmr × imr_factor below 2^53");
  }
  if (!FUNDING_PERIODS.includes(p.fundingPeriodHours)) return wrong("funding_period", "1, 4 or 8 hours");
  if (p.maxIndexJump <= 0 || p.maxIndexJump > E10) return wrong("max_index_jump", "more than 0 and at most 1");
  if (p.stopSlippage <= 0 || p.stopSlippage >= E10) return wrong("stop_slippage", "between 0 and 1");
  if (p.maxMarkDeviation < 0 || p.maxMarkDeviation > E10) return wrong("max_mark_deviation", "between 0 and 1");
  if (p.claimInsuranceFundDiscount < 0 || !coversItsDiscount(p)) {
    return wrong("claim_insurance_fund_discount", "at least 0 and at most base_mmr − base_imr ÷ 4");
  }
  if (behaviour >= PAYS_LIQUIDATOR_SINCE && !paysItsLiquidator(p)) {
    return wrong("liquidator_fee", "at least how far the mark may be from the index, at most base_mmr less that");
  }
  if (p.sources.length === 0) return wrong("sources", "at least one index price source");
  if (!canCount(p.sources.length, p.minSources))
    return wrong("min_sources", "a whole number from 1 to that of sources");
  if (price <= 0 || price > p.quoteMax) return wrong("initial price", "a price between 0 and quote_max");
  return null;
}

/** Whether so many sources can be asked for of so many that there are. Rules 6.1. */
export function canCount(sources: number, minSources: number): boolean {
  return Number.isInteger(minSources) && minSources >= 1 && minSources <= sources;
}

/**
 * Whether maintenance margin still covers the discount of a claim on the insurance fund after the mark went from one of
 * its bounds to the other: each lies at most base_imr ÷ 8 from the index. Exact, in 10⁻¹⁰.
 */
export function coversItsDiscount(
  p: Pick<MarketParameters, "baseImr" | "baseMmr" | "claimInsuranceFundDiscount">,
): boolean {
  return 4 * p.baseMmr - p.baseImr >= 4 * p.claimInsuranceFundDiscount;
}

/**
 * Whether who is liquidated still has a liquidator's fee at the index, and who has none there is below maintenance at the
 * mark: the mark lies no further from the index than that fee, nor than what maintenance margin is more.
 */
export function paysItsLiquidator(p: MarketParameters): boolean {
  return markReach(p) <= Math.min(p.liquidatorFee, p.baseMmr - p.liquidatorFee);
}

/** How far the mark may be from the index, on the side where it may be further; 10⁻¹⁰. */
function markReach(p: MarketParameters): number {
  const { up, down } = markBand(p);
  return Math.max(up, down);
}

/** Whether other funding bounds would let the mark be where the market would not have been listed. Rules 6.2. */
export function opensWhatListingClosed(before: MarketParameters, after: MarketParameters): boolean {
  return markReach(after) > markReach(before) && !paysItsLiquidator(after);
}
