// The price at which a delisting closes a market: the mean of the index every 15 seconds of the last half hour. From
// the first sample on the expected closing price replaces the index, so that mark and margin converge to the price at
// which the rows are closed, and nothing jumps there. Rules 6.2, 11.3.

import { divRoundHalfAway } from "../../base/numbers/arithmetic.ts";
import { hasPassed } from "../../base/numbers/calendar.ts";
import type { Millis, Ticks } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isInDoubt } from "../../permissions/standstill.ts";

/** From this behaviour on; before, every market's index was always sampled, and no closing price was expected. */
const EXPECTED_SINCE = 3;

const HALF_HOUR_MS = 1_800_000;
const SAMPLE_MS = 15_000;
const SECOND_MS = 1_000;

type Sample = Market["indexSamples"][number];

/** When the announced delisting happens: on the first tick not before its time. */
function endOf({ delistAt }: Market): Millis {
  return Math.ceil(delistAt / SECOND_MS) * SECOND_MS;
}

/** Starts with the announcement: earlier samples do not count. */
export function startSampling(state: State, market: Market): void {
  if (state.behaviour < EXPECTED_SINCE) return;
  market.indexSamples = [];
  market.index = market.spotIndex;
}

/** Every 15 seconds. An index that is in doubt gives no sample. */
export function sampleIndex(state: State, market: Market): void {
  if (market.state === "DELISTED") return;
  if (state.behaviour < EXPECTED_SINCE) return sampleAlways(state, market);
  if (isInDoubt(market) || !isInWindow(market, state.now)) return;
  market.indexSamples.push({ at: state.now, index: market.spotIndex });
}

function sampleAlways(state: State, market: Market): void {
  if (market.health.trouble !== "") return;
  const { indexSamples } = market;
  indexSamples.push({ at: state.now, index: market.spotIndex });
  while (indexSamples[0]!.at <= state.now - HALF_HOUR_MS) indexSamples.shift();
}

function isInWindow(market: Market, at: Millis): boolean {
  return market.delistAt > 0 && at > endOf(market) - HALF_HOUR_MS;
}

/** The samples that the announced delisting has so far. */
export function samplesTaken(state: State, market: Market): readonly Sample[] {
  if (state.behaviour < EXPECTED_SINCE) return [];
  return market.indexSamples.filter(({ at }) => isInWindow(market, at));
}

/**
 * Called after the spot index has moved: the expected price is (Σ samples + samples to come × index) ÷ their number. A
 * missed sample is neither taken nor to come.
 * @param since the tick before this one, or the latest tick when the index is set by hand between two
 */
export function expectSettlement(state: State, market: Market, since: Millis): void {
  const samples = samplesTaken(state, market);
  const { spotIndex } = market;
  market.index = samples.length === 0 ? spotIndex : meanOf(market, samples, samplesToCome(state, market, since));
}

function samplesToCome(state: State, market: Market, since: Millis): number {
  const { lastTick } = state;
  const isMissed = since < lastTick && isInDoubt(market);
  const due = hasPassed(SAMPLE_MS, since, lastTick) && !isMissed ? 1 : 0;
  return Math.max(0, Math.floor(endOf(market) / SAMPLE_MS) - Math.floor(lastTick / SAMPLE_MS)) + due;
}

/** In ticks, rounded to nearest, halves up; the index where open positions could not be counted at the mean. */
function meanOf(market: Market, samples: readonly Sample[], toCome: number): Ticks {
  const { spotIndex } = market;
  const sum = samples.reduce((total, { index }) => total + BigInt(index), BigInt(toCome) * BigInt(spotIndex));
  const mean = Number(divRoundHalfAway(sum, BigInt(samples.length + toCome)));
  return market.carries(mean) ? mean : spotIndex;
}

/** The expected price as shown beside the index: 0 before the first sample, and after the end. */
export function expectedPrice(state: State, market: Market): Ticks {
  const isExpected = market.state !== "DELISTED" && samplesTaken(state, market).length > 0;
  return isExpected ? market.index : 0;
}

/** The mean of all samples; the index when there is none. */
export function closingPrice(state: State, market: Market): Ticks {
  const samples =
    state.behaviour < EXPECTED_SINCE
      ? market.indexSamples.filter(({ at }) => at > state.now - HALF_HOUR_MS)
      : samplesTaken(state, market);
  return samples.length === 0 ? market.spotIndex : meanOf(market, samples, 0);
}
