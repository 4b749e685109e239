// Whether a market can be listed at all: each parameter within its bounds, and what holds between several of them, so that
// the engine can count in them and no account owes what the mark did. Rules 1.2, 6.2.

import { type Behaviour, E10, type PriceE8 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { findUnlistable, type Mistake, mistakeIn, refuseMistake } from "../../language/parameter-bounds.ts";
import type { Rejection } from "../../language/rejections.ts";
import { markBand } from "../../risk/prices/mark-band.ts";

export const SOURCES_TO_COUNT = "a whole number from 1 to that of sources";

/** What holds between several parameters; a refusal names the one that is to be mended. */
interface ListingRule {
  readonly name: string;
  readonly expected: string;
  holds(parameters: MarketParameters): boolean;
  /** From this behaviour on; absent: from the first. */
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

/** Why a market with these parameters can't be listed at this price, or null. Rules 1.2. */
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
 * Whether maintenance margin still covers the discount of a claim on the insurance fund after the mark went from one of
 * its bounds to the other: each lies at most base_imr ÷ 8 from the index. Exact, in 10⁻¹⁰.
 */
function coversItsDiscount(p: Pick<MarketParameters, "baseImr" | "baseMmr" | "claimInsuranceFundDiscount">): boolean {
  return 4 * p.baseMmr - p.baseImr >= 4 * p.claimInsuranceFundDiscount;
}

/**
 * Whether who is liquidated still has a liquidator's fee at the index, and who has none there is below maintenance at the
 * mark: the mark lies no further from the index than that fee, nor than what maintenance margin is more.
 */
function paysItsLiquidator(p: MarketParameters): boolean {
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
