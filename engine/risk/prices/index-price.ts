// The index price of a market: what its outside sources agree on. Rules 6.1. All prices in 10⁻⁸.

import { divRoundHalfAway } from "../../base/numbers/arithmetic.ts";
import { hasPassed } from "../../base/numbers/calendar.ts";
import type { Millis, PriceE8, Ticks } from "../../base/units.ts";
import type { IndexSourcesView } from "../../language/views/views.ts";
import { type Market, roundToTick, type Source } from "../../memory/market/market.ts";

export const SILENT_AFTER_MS = 10_000;
const WEIGHTS_EVERY_MS = 300_000;
/** A source that deviates from the median by more than this many percent is clipped. */
const CLIP_PERCENT = 5;

/** The sources that count now: their last report was a valid price, and recent. */
export function liveSources(market: Market, now: Millis): Source[] {
  return market.sources.filter(
    (source) => source.price > 0 && source.problem === "" && now - source.at <= SILENT_AFTER_MS,
  );
}

/** The sources behind the index now. An index set by hand has none; its time is when it was set. */
export function indexSourcesView(market: Market, now: Millis): IndexSourcesView {
  if (market.pinned) return { live: [], updatedAt: market.health.freshSince };
  const live = new Set(liveSources(market, now));
  const updatedAt = Math.max(...market.sources.map((source) => source.at), 0);
  return { live: market.parameters.sources.filter((_, i) => live.has(market.sources[i]!)), updatedAt };
}

/**
 * Rules 6.1 steps 2 to 5: exact up to the one rounding, which is to the tick. Prices are kept times 100 for the clip.
 * @param live the sources that count, each with its weight
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

/**
 * The weight of each source: its traded volume, or equal weights unless every volume is known.
 * @param isCapped whether each of three or more sources is capped at 40 %
 */
export function weigh(live: readonly Pick<Source, "weight">[], isCapped: boolean): bigint[] {
  const isKnown = live.every((source) => source.weight > 0);
  const weights = live.map((source) => (isKnown ? BigInt(source.weight) : 1n));
  if (!isCapped || weights.length < 3) return weights;
  const cap = largestCap(weights);
  return weights.map((weight) => (weight < cap ? weight : cap));
}

/**
 * The largest whole c with 5c ≤ 2 Σ min(w, c), or a cap that affects no source when none needs it. At most two sources
 * are ever capped: of three or more, at least one weighs no more than the third heaviest.
 */
function largestCap(weights: readonly bigint[]): bigint {
  const [first, second] = weights.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)) as [bigint, bigint];
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  // With one capped: 5c ≤ 2 (rest + c). If that leaves the second heaviest above c, two are: 5c ≤ 2 (rest + 2c).
  const ofOne = (2n * (total - first)) / 3n;
  return ofOne >= second ? ofOne : 2n * (total - first - second);
}

/** Weights follow the volumes every five minutes; a source without a weight gets one at once. */
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
