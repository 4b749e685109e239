// Whether a market can be listed: each parameter must be within its bounds, and the rules between several of them must
// hold, so that the engine can compute with them and no account owes money because of the mark alone. Rules 1.2, 6.2.

import { type Behaviour, E10, type PriceE8 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { findUnlistable, type Mistake, mistakeIn, refuseMistake } from "../../language/parameter-bounds.ts";
import type { Rejection } from "../../language/rejections.ts";
import { markBand } from "../../risk/prices/mark-band.ts";

export const SOURCES_TO_COUNT = "a whole number from 1 to that of sources";

/** A rule between several parameters; a refusal names the parameter to correct. */
interface ListingRule {
  readonly name: string;
  readonly expected: string;
  holds(parameters: MarketParameters): boolean;
  /** The first behaviour with this rule; absent: the first behaviour of all. */
  readonly since?: Behaviour;
}

const LISTING_RULES: readonly ListingRule[] = [
  {
    name: "base_tick",
    expected: "quote_tick × base_tick to be a multiple of 0.000001 USDC",
    holds: isCountedInMicros,
  },
  {
    name: "imr_factor",
    expected: "base_mmr × imr_factor below 2^53 in 10^-20",
    holds: ({ baseMmr, imrFactor }) => Number.isSafeInteger(baseMmr * imrFactor),
  },
  {
    name: "claim_insurance_fund_discount",
    expected:
      "0 up to base_mmr − base_imr ÷ 4, which is what maintenance margin leaves when the mark price has moved as far as it may",
    holds: coversItsDiscount,
  },
  {
    name: "liquidator_fee",
    expected: "at least how far the mark price may be from the index, and at most base_mmr less that",
    holds: paysItsLiquidator,
    since: 3,
  },
  {
    name: "min_sources",
    expected: SOURCES_TO_COUNT,
    holds: ({ sources, minSources }) => minSources <= sources.length,
  },
];

/** Why a market with these parameters cannot be listed at this price, or null. Rules 1.2. */
export function findListingMistake(p: MarketParameters, initialPrice: PriceE8, behaviour: Behaviour): Mistake | null {
  const mistake = findUnlistable({ ...p, initialPrice }, behaviour);
  if (mistake !== null) return mistake;
  const broken = LISTING_RULES.find(({ holds, since = 0 }) => behaviour >= since && !holds(p));
  return broken === undefined ? null : mistakeIn(broken.name, { ...p }, broken.expected);
}

export function refuseListing(p: MarketParameters, initialPrice: PriceE8, behaviour: Behaviour): Rejection | null {
  const mistake = findListingMistake(p, initialPrice, behaviour);
  return mistake === null ? null : refuseMistake(mistake, p.symbol);
}

/** Both steps are in 10⁻⁸, their product in 10⁻¹⁶; a micro is 10¹⁰ of those. */
function isCountedInMicros({ quoteTick, baseTick }: MarketParameters): boolean {
  return (BigInt(quoteTick) * BigInt(baseTick)) % BigInt(E10) === 0n;
}

/**
 * Whether maintenance margin still covers the discount of a claim on the insurance fund after the mark has moved from
 * one of its bounds to the other: each is at most base_imr ÷ 8 from the index. Exact, in 10⁻¹⁰.
 */
function coversItsDiscount(p: Pick<MarketParameters, "baseImr" | "baseMmr" | "claimInsuranceFundDiscount">): boolean {
  return 4 * p.baseMmr - p.baseImr >= 4 * p.claimInsuranceFundDiscount;
}

/**
 * Whether an account that is liquidated can still pay a liquidator's fee at the index, and one that cannot is below maintenance
 * at the mark: the mark is no further from the index than that fee, nor than maintenance margin less that fee.
 */
function paysItsLiquidator(p: MarketParameters): boolean {
  return markReach(p) <= Math.min(p.liquidatorFee, p.baseMmr - p.liquidatorFee);
}

/** How far the mark may be from the index, on the side with the wider bound; 10⁻¹⁰. */
function markReach(p: MarketParameters): number {
  const { up, down } = markBand(p);
  return Math.max(up, down);
}

/** Whether new funding bounds would let the mark go further than a listing would allow. Rules 6.2. */
export function opensWhatListingClosed(before: MarketParameters, after: MarketParameters): boolean {
  return markReach(after) > markReach(before) && !paysItsLiquidator(after);
}
