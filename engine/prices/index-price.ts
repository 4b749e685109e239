// The index price of a market: what its outside sources agree on. Rules 6.1. All prices in 10⁻⁸.

import type { OraclePrices } from "../commands.ts";
import { type LiveMarket, roundToTick, type Source } from "../market/live-market.ts";
import { divRoundHalfAway, mulDivCeil, mulDivFloor } from "../numbers/arithmetic.ts";
import { hasPassed } from "../numbers/calendar.ts";
import type { State } from "../state.ts";
import type { Ticks } from "../units.ts";

const SILENT_AFTER_MS = 10_000;
const WEIGHTS_EVERY_MS = 300_000;
/** A source further than this many percent from the median is clipped. */
const CLIP_PERCENT = 5;

/** Takes the reports of sources; the next tick uses them. What can't be a price of the market is not believed. */
export function reportSources(state: State, command: OraclePrices): void {
  for (const { market, source, price, volume } of command.prices) {
    const live = state.markets[market];
    const known = live?.sources[source];
    if (live === undefined || known === undefined || !isPrice(live, price) || !Number.isSafeInteger(volume)) continue;
    known.price = price;
    known.at = state.now;
    known.volume = volume;
  }
}

function isPrice(market: LiveMarket, price: number): boolean {
  return Number.isSafeInteger(price) && price > 0 && price <= market.parameters.quoteMax;
}

/** The index of this tick. With no live source, or at a price that can't be carried, the last value stays. */
export function nextIndex(market: LiveMarket, lastTick: number, now: number): Ticks {
  if (market.pinned) return market.index;
  refreshWeights(market, hasPassed(WEIGHTS_EVERY_MS, lastTick, now));
  const live = market.sources.filter((source) => source.price > 0 && now - source.at <= SILENT_AFTER_MS);
  if (live.length === 0) return market.index;
  const index = roundToTick(agree(live), market.tickE8);
  return market.carries(index) ? index : market.index;
}

/** Rules 6.1 steps 2 to 4. */
export function agree(live: readonly Pick<Source, "price" | "weight">[]): number {
  const median = medianPrice(live.map((source) => source.price));
  const low = mulDivCeil(median, 100 - CLIP_PERCENT, 100);
  const high = mulDivFloor(median, 100 + CLIP_PERCENT, 100);
  const deviating = live.filter((source) => source.price < low || source.price > high).length;
  if (deviating >= 2) return median;
  // Equal weights unless every source says what it traded.
  const weighted = live.every((source) => source.weight > 0);
  let sum = 0n;
  let weights = 0n;
  for (const source of live) {
    const weight = weighted ? BigInt(source.weight) : 1n;
    sum += weight * BigInt(Math.min(high, Math.max(low, source.price)));
    weights += weight;
  }
  return Number(divRoundHalfAway(sum, weights));
}

function refreshWeights(market: LiveMarket, due: boolean): void {
  for (const source of market.sources) {
    if (source.weight === 0 || due) source.weight = source.volume;
  }
}

function medianPrice(prices: number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1]!;
  return sorted.length % 2 === 1 ? upper : Math.floor((sorted[(sorted.length >> 1) - 1]! + upper) / 2);
}
