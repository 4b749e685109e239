// Index from sources and mark price by the letter of the rules, as pure functions in 10⁻⁸. Rules 6.1, 6.2.

import { absolute, divideFloor, divideRound, divideTrunc, greatest, least, median, sum } from "./exact.ts";
import type { ExactParameters, NaiveSource } from "./state.ts";

const SOURCE_SILENT_MS = 10_000;

export function roundToTick(price: bigint, tick: bigint): bigint {
  return divideRound(price, tick) * tick;
}

/** The index of a market's live sources, or `null` when none is live; equal weights. Rules 6.1. */
export function indexOf(sources: readonly (NaiveSource | undefined)[], now: number, tick: bigint): bigint | null {
  const live = sources.filter((source) => source !== undefined && now - source.reportedAt <= SOURCE_SILENT_MS);
  const prices = live.map((source) => source!.price);
  if (prices.length === 0) return null;
  const middle = median(prices);
  const deviates = (price: bigint) => absolute(price - middle) * 100n > middle * 5n;
  if (prices.filter(deviates).length >= 2) return roundToTick(middle, tick);
  // Kept times 100, so that a clipped price stays exact.
  const clipped = prices.map((price) => {
    if (!deviates(price)) return price * 100n;
    return price > middle ? middle * 105n : middle * 95n;
  });
  return divideRound(sum(clipped), 100n * BigInt(clipped.length) * tick) * tick;
}

/** What the mark price is made of; `null` where there is nothing to know. Prices in 10⁻⁸. */
export interface MarkInputs {
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
    inputs.fundingPeriodHours * 10_000_000_000n * 28_800_000n,
  );
  const meanBasis = basis.length === 0 ? 0n : divideTrunc(sum(basis), BigInt(basis.length));
  return [index + carry, index + meanBasis, bookPrice(bid, ask, last) ?? index];
}

/** The third candidate: what the book and the tape say. */
function bookPrice(bid: bigint | null, ask: bigint | null, last: bigint | null): bigint | null {
  if (bid !== null && ask !== null) return last === null ? divideFloor(bid + ask, 2n) : median([bid, ask, last]);
  return last;
}

/** How far the mark may be from the index, on a scale of 10¹¹: the factor comes in tenths. */
export function markBounds(index: bigint, parameters: ExactParameters): { lower: bigint; upper: bigint } {
  const one = 100_000_000_000n;
  const deviation = parameters.maxMarkDeviation * 10n;
  const up = least(parameters.markFactorTenths * parameters.capFunding, deviation);
  const down = least(parameters.markFactorTenths * absolute(parameters.floorFunding), deviation);
  return { lower: divideTrunc(index * (one - down), one), upper: divideTrunc(index * (one + up), one) };
}

export function markOf(inputs: MarkInputs, parameters: ExactParameters): bigint {
  const { lower, upper } = markBounds(inputs.index, parameters);
  const clamped = least(upper, greatest(lower, median(markCandidates(inputs))));
  return roundToTick(clamped, parameters.quoteTick);
}

/** Middle of the book above the index; `null` unless both sides show something. */
export function basisSnapshot(index: bigint, bid: bigint | null, ask: bigint | null): bigint | null {
  return bid === null || ask === null ? null : divideFloor(bid + ask, 2n) - index;
}
