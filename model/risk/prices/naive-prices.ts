// Prices exactly as in the rules, as pure functions in 10⁻⁸: the index from its sources, the mark price from its three
// candidates, impact prices and premium from the visible book. Rules 6.1 to 6.3.

import {
  absolute,
  divideFloor,
  divideRound,
  divideTrunc,
  greatest,
  least,
  median,
  sum,
} from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import type { ExactParameters, NaiveSource } from "../../state/records/naive-market.ts";

/** The divisor, however many snapshots there are. */
export const BASIS_SNAPSHOTS = 15n;
const SOURCE_SILENT_MS = 10_000;

/** Collateral behind the impact notional, in micros. */
const IMPACT_COLLATERAL = 1_000_000_000n;

export function roundToTick(price: bigint, tick: bigint): bigint {
  return divideRound(price, tick) * tick;
}

/** Whether a source has reported lately. */
export function isLive(source: NaiveSource | undefined, now: number): source is NaiveSource {
  return source !== undefined && now - source.reportedAt <= SOURCE_SILENT_MS;
}

/** The market rules that its index depends on. */
type SourceRules = Pick<ExactParameters, "quoteTick" | "minSources"> & { readonly capsWeights: boolean };

interface CountedSource {
  readonly source: NaiveSource;
  readonly weight: bigint;
}

/**
 * The sources that count, with their weights; none where there are too few. Rules 6.1 (1) and (4).
 * @param weights by source number, as of the last refresh; 0 for unknown, and one unknown weight makes all of them equal
 */
export function countedSources(
  sources: readonly (NaiveSource | undefined)[],
  now: number,
  rules: SourceRules,
  weights: readonly bigint[] = [],
): CountedSource[] {
  const live = sources.flatMap((source, number) =>
    isLive(source, now) ? [{ source, weight: weights[number] ?? 0n }] : [],
  );
  if (live.length < Number(rules.minSources)) return [];
  const known = live.every(({ weight }) => weight > 0n);
  const plain = live.map(({ weight }) => (known ? weight : 1n));
  const counted = rules.capsWeights && live.length >= 3 ? cappedWeights(plain) : plain;
  return live.map(({ source }, n) => ({ source, weight: counted[n]! }));
}

/** Caps each weight at 40 % of all: each counts min(w, c), with the largest whole c for which 5c ≤ 2 Σ min(w, c). */
export function cappedWeights(weights: readonly bigint[]): bigint[] {
  const cut = (cap: bigint) => weights.map((weight) => least(weight, cap));
  const isAllowed = (cap: bigint) => 5n * cap <= 2n * sum(cut(cap));
  // The allowed caps form a range from 0 up, so bisection finds its end.
  let [allowed, tooMuch] = [0n, sum(weights) + 1n];
  while (tooMuch - allowed > 1n) {
    const middle = (allowed + tooMuch) / 2n;
    if (isAllowed(middle)) allowed = middle;
    else tooMuch = middle;
  }
  return cut(allowed);
}

/** The index of a market's live sources, or `null` when too few are live. Rules 6.1. */
export function indexOf(
  sources: readonly (NaiveSource | undefined)[],
  now: number,
  rules: SourceRules,
  weights: readonly bigint[] = [],
): bigint | null {
  const { quoteTick: tick } = rules;
  const counted = countedSources(sources, now, rules, weights);
  if (counted.length === 0) return null;
  const middle = median(counted.map(({ source }) => source.price));
  const deviates = (price: bigint) => absolute(price - middle) * 100n > middle * 5n;
  if (counted.filter(({ source }) => deviates(source.price)).length >= 2) return roundToTick(middle, tick);
  const weighted = counted.map(({ source: { price }, weight }) => {
    // Kept times 100, so that a clipped price stays exact.
    const clipped = !deviates(price) ? price * 100n : price > middle ? middle * 105n : middle * 95n;
    return { price: clipped, weight };
  });
  const value = sum(weighted.map(({ price, weight }) => price * weight));
  return divideRound(value, 100n * sum(weighted.map(({ weight }) => weight)) * tick) * tick;
}

/** The inputs of the mark price; `null` for unknown ones. Prices in 10⁻⁸. */
interface MarkInputs {
  readonly index: bigint;
  readonly lastFundingRate: bigint;
  readonly fundingPeriodHours: bigint;
  readonly msToFunding: bigint;
  readonly basis: readonly bigint[];
  readonly bid: bigint | null;
  readonly ask: bigint | null;
  readonly last: bigint | null;
}

export function markCandidates(inputs: MarkInputs): [bigint, bigint, bigint] {
  const { index, basis, bid, ask, last } = inputs;
  // rate × 8 / period, over 10¹⁰ and eight hours in ms, in one division so that nothing is lost on the way.
  const carry = divideTrunc(
    index * inputs.lastFundingRate * 8n * inputs.msToFunding,
    inputs.fundingPeriodHours * RATE * 28_800_000n,
  );
  // A minute without a snapshot counts as one without a basis.
  const meanBasis = divideTrunc(sum(basis), BASIS_SNAPSHOTS);
  return [index + carry, index + meanBasis, bookPrice(bid, ask, last) ?? index];
}

/** The third candidate: from the book and the last trade. */
function bookPrice(bid: bigint | null, ask: bigint | null, last: bigint | null): bigint | null {
  if (bid !== null && ask !== null) return last === null ? divideFloor(bid + ask, 2n) : median([bid, ask, last]);
  return last;
}

/** The funding limits in force, which may be about to change. Rules 6.5. */
type MarkLimits = Pick<
  ExactParameters,
  | "maxMarkDeviation"
  | "markFactorTenths"
  | "capFunding"
  | "floorFunding"
  | "baseImr"
  | "stdLiquidationFee"
  | "claimInsuranceFundDiscount"
>;

/** How far the mark may be above and below the index, on a scale of 10¹¹, because the factor is in tenths. */
export function markWidths(limits: MarkLimits): { up: bigint; down: bigint } {
  // An eighth of the least margin: a mark painted from one bound to the other leaves no account in debt. And what the
  // fund takes over at one bound and gives away at the other, with a discount, costs no more than the fee that it got.
  const byFee = greatest(0n, divideFloor(limits.stdLiquidationFee - limits.claimInsuranceFundDiscount, 2n));
  const deviation = 10n * least(least(limits.maxMarkDeviation, divideTrunc(limits.baseImr, 8n)), byFee);
  const byFunding = (cap: bigint) => 10n * divideFloor(limits.markFactorTenths * absolute(cap), 10n);
  return {
    up: least(byFunding(limits.capFunding), deviation),
    down: least(byFunding(limits.floorFunding), deviation),
  };
}

/** The wider of both, on the same scale. */
export function markReach(limits: MarkLimits): bigint {
  const { up, down } = markWidths(limits);
  return greatest(up, down);
}

/** Whether the deviation of the mark leaves a liquidator's fee, and is less than maintenance margin less that fee. */
export function paysItsLiquidator(limits: MarkLimits & Pick<ExactParameters, "baseMmr" | "liquidatorFee">): boolean {
  const { baseMmr, liquidatorFee } = limits;
  return markReach(limits) <= 10n * least(liquidatorFee, baseMmr - liquidatorFee);
}

export function markBounds(index: bigint, limits: MarkLimits): { lower: bigint; upper: bigint } {
  const one = 10n * RATE;
  const { up, down } = markWidths(limits);
  return { lower: divideTrunc(index * (one - down), one), upper: divideTrunc(index * (one + up), one) };
}

export function markOf(inputs: MarkInputs, limits: MarkLimits & Pick<ExactParameters, "quoteTick">): bigint {
  const { lower, upper } = markBounds(inputs.index, limits);
  const clamped = least(upper, greatest(lower, median(markCandidates(inputs))));
  return roundToTick(clamped, limits.quoteTick);
}

/** Midpoint of the impact prices less the index; 0 where a side is too thin. */
export function basisSnapshot(index: bigint, impactBid: bigint | null, impactAsk: bigint | null): bigint {
  return impactBid === null || impactAsk === null ? 0n : divideFloor(impactBid + impactAsk, 2n) - index;
}

/** The average price at which the impact notional trades into visible levels, best first; `null` if they are too thin. */
export function impactPrice(levels: readonly { price: bigint; quantity: bigint }[], baseImr: bigint): bigint | null {
  // On the scale of price × quantity, 10⁻¹⁶.
  let rest = ((IMPACT_COLLATERAL * RATE) / baseImr) * RATE;
  let value = 0n;
  let quantity = 0n;
  for (const level of levels) {
    const taken = least(level.quantity, divideFloor(rest, level.price));
    value += level.price * taken;
    quantity += taken;
    rest -= level.price * taken;
    if (rest === 0n || taken < level.quantity) return divideRound(value, quantity);
  }
  return null;
}

/** How far the perpetual trades above the index, as a fraction in 10⁻¹⁰. Rules 6.3. */
export function premiumOf(index: bigint, impactBid: bigint | null, impactAsk: bigint | null): bigint {
  const above = impactBid === null ? 0n : greatest(0n, impactBid - index);
  const below = impactAsk === null ? 0n : greatest(0n, index - impactAsk);
  return divideTrunc((above - below) * RATE, index);
}
