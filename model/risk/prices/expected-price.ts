// The expected settlement price of a delisting: samples of the index, and their mean. Rules 6.2, 11.3.

import { divideRound, sum } from "../../numbers/exact-numbers.ts";
import { isInDoubt } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { isCountable } from "./safe-modes.ts";

const WINDOW_MS = 1_800_000;
const SAMPLE_MS = 15_000;

/** The time of the delisting: the first whole second not before the announced time. */
function endOf({ delistAt }: NaiveMarket): number {
  return Math.ceil(delistAt / 1_000) * 1_000;
}

/** Called on multiples of 15 seconds; only samples of the last half hour after the announcement count. */
export function takeDelistSample(state: NaiveState, market: NaiveMarket): void {
  if (isInDoubt(market) || market.delistAt === 0) return;
  if (state.now > endOf(market) - WINDOW_MS) market.delistSamples.push(market.index);
}

/**
 * Before a delisting, the index is replaced by the mean that the samples will have if the index does not move. A missed
 * sample is neither taken nor to come. Rules 6.2.
 * @param isDue whether a sample belongs to this tick, and is still to be taken
 */
export function expectSettlement(state: NaiveState, market: NaiveMarket, isDue: boolean): void {
  const { delistSamples: taken, index } = market;
  const samplesUntil = (time: number) => Math.floor(time / SAMPLE_MS);
  const later = Math.max(0, samplesUntil(endOf(market)) - samplesUntil(state.lastTick));
  const toCome = BigInt(later + (isDue && !isInDoubt(market) ? 1 : 0));
  const count = BigInt(taken.length) + toCome;
  market.expected = taken.length === 0 ? index : mean(state, market, sum(taken) + toCome * index, count);
}

/** Rounded to the tick; the index where the venue could not count open positions at the mean. */
function mean(state: NaiveState, market: NaiveMarket, total: bigint, count: bigint): bigint {
  const { quoteTick } = market.parameters;
  const price = divideRound(total, count * quoteTick) * quoteTick;
  return isCountable(state, market, price) ? price : market.index;
}

/** The mean of the samples; the index without any. */
export function settlementPrice(state: NaiveState, market: NaiveMarket): bigint {
  const { delistSamples, index } = market;
  return delistSamples.length === 0 ? index : mean(state, market, sum(delistSamples), BigInt(delistSamples.length));
}
