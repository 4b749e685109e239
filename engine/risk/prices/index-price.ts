// The index price of a market: what its outside sources agree on. Rules 6.1. All prices in 10⁻⁸.

import { divRoundHalfAway } from "../../base/numbers/arithmetic.ts";
import { hasPassed } from "../../base/numbers/calendar.ts";
import type { Millis, PriceE8, Ticks } from "../../base/units.ts";
import type { IndexSourcesView } from "../../language/views/views.ts";
import { type Market, roundToTick, type Source } from "../../memory/market/market.ts";

export const SILENT_AFTER_MS = 10_000;
const WEIGHTS_EVERY_MS = 300_000;
/** A source further than this many percent from the median is clipped. */
const CLIP_PERCENT = 5;

/** The sources that count now: they have spoken lately, and what they said last was a price. */
export function liveSources(market: Market, now: Millis): Source[] {
  return market.sources.filter(
    (source) => source.price > 0 && source.problem === "" && now - source.at <= SILENT_AFTER_MS,
  );
}

/** An index that was set by hand has no sources; it is believed since then. */
export function indexSourcesView(market: Market, now: Millis): IndexSourcesView {
  if (market.pinned) return { live: [], updatedAt: market.health.freshSince };
  const live = new Set(liveSources(market, now));
  const updatedAt = Math.max(...market.sources.map((source) => source.at), 0);
  return { live: market.parameters.sources.filter((_, i) => live.has(market.sources[i]!)), updatedAt };
}

/**
 * Rules 6.1 steps 2 to 5: exact up to the one rounding, which is to the tick. Prices are kept times 100 for the clip.
 * @param live those that count, each with its weight
 */
export function agree(live: readonly Pick<Source, "price">[], weights: readonly bigint[], tickE8: PriceE8): Ticks {
  const median = medianPrice(live.map((source) => source.price));
  const low = BigInt(median) * BigInt(100 - CLIP_PERCENT);
  const high = BigInt(median) * BigInt(100 + CLIP_PERCENT);
  const hundredfold = live.map((source) => BigInt(source.price) * 100n);
  if (hundredfold.filter((price) => price < low || price > high).length >= 2) return roundToTick(median, tickE8);
  let sum = 0n;
  let total = 0n;
  for (const [i, price] of hundredfold.entries()) {
    sum += weights[i]! * (price < low ? low : price > high ? high : price);
    total += weights[i]!;
  }
  return Math.max(1, Number(divRoundHalfAway(sum, total * 100n * BigInt(tickE8))));
}

/** What each source weighs: equally unless every one says what it traded. @param isCapped none more than 40 % of three */
export function weigh(live: readonly Pick<Source, "weight">[], isCapped: boolean): bigint[] {
  const isKnown = live.every((source) => source.weight > 0);
  const weights = live.map((source) => (isKnown ? BigInt(source.weight) : 1n));
  if (!isCapped || weights.length < 3) return weights;
  const cap = largestCap(weights);
  return weights.map((weight) => (weight < cap ? weight : cap));
}

/**
 * The largest whole c with 5c ≤ 2 Σ min(w, c), or one that cuts no source when none needs it. Of three sources at least one
 * lies at or below the third heaviest, so that at most two are ever cut.
 */
function largestCap(weights: readonly bigint[]): bigint {
  const [first, second] = weights.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)) as [bigint, bigint];
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  // One is cut: 5c ≤ 2 (rest + c). If that leaves the second heaviest above c, two are: 5c ≤ 2 (rest + 2c).
  const ofOne = (2n * (total - first)) / 3n;
  return ofOne >= second ? ofOne : 2n * (total - first - second);
}

/** Weights follow the volumes every five minutes; a source that has none gets one at once. */
export function refreshWeights(market: Market, lastTick: Millis, now: Millis): void {
  const due = hasPassed(WEIGHTS_EVERY_MS, lastTick, now);
  for (const source of market.sources) {
    if (source.weight === 0 || due) source.weight = source.volume;
  }
}

function medianPrice(prices: number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1]!;
  return sorted.length % 2 === 1 ? upper : Math.floor((sorted[(sorted.length >> 1) - 1]! + upper) / 2);
}
