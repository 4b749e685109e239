// The mark price: the price at which positions are valued and margined, and around which orders are bounded. It is the
// median of three views of the market, clamped around the index so narrowly that no trader can paint it from one bound
// to the other and drive a position that was opened at its least margin into debt. Rules 6.2. All prices in 10⁻⁸.

import { mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E10, type Millis, type PriceE8, type RatioE10, type Ticks } from "../../base/units.ts";
import { type Market, roundToTick } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { mayLiquidate } from "../../permissions/trading-state.ts";
import { impactPrices } from "./impact.ts";
import { markBand } from "./mark-band.ts";

const BASIS_SNAPSHOTS = 15;
const EIGHT_HOURS_MS = 28_800_000n;

/** The inputs of the formula, so that it can be checked against worked numbers. */
export interface MarkInputs {
  readonly index: PriceE8;
  /** The last funding rate scaled to 8 hours, 10⁻¹⁰. */
  readonly rate8h: RatioE10;
  readonly timeToFundingMs: Millis;
  readonly basis: readonly PriceE8[];
  /** 0 for none. */
  readonly bestBid: PriceE8;
  readonly bestAsk: PriceE8;
  readonly last: PriceE8;
  /** How far the mark may be above and below the index, 10⁻¹⁰. */
  readonly up: RatioE10;
  readonly down: RatioE10;
}

interface MarkOutputs {
  readonly p1: PriceE8;
  readonly p2: PriceE8;
  readonly p3: PriceE8;
  readonly median: PriceE8;
  readonly lower: PriceE8;
  readonly upper: PriceE8;
  /** Clamped, not yet rounded to a tick. */
  readonly clamped: PriceE8;
}

export function markFrom(i: MarkInputs): MarkOutputs {
  const p1 = i.index + fundingToCome(i);
  const p2 = i.index + meanBasis(i.basis);
  const p3 = bookView(i);
  const median = middle(p1, p2, p3);
  const lower = mulDivFloor(i.index, E10 - i.down, E10);
  const upper = mulDivFloor(i.index, E10 + i.up, E10);
  return { p1, p2, p3, median, lower, upper, clamped: Math.min(upper, Math.max(lower, median)) };
}

export function nextMark(state: State, market: Market): Ticks {
  const { tickE8, parameters, funding } = market;
  const { clamped } = markFrom({
    index: market.index * tickE8,
    // A period divides 8 hours.
    rate8h: market.lastFundingRate * (8 / funding.lastPeriodHours),
    timeToFundingMs: Math.max(0, funding.nextAt - state.now),
    basis: market.basis,
    bestBid: state.books.bestVisible(market.bids) * tickE8,
    bestAsk: state.books.bestVisible(market.asks) * tickE8,
    last: market.last * tickE8,
    ...markBand(parameters),
  });
  return roundToTick(clamped, tickE8);
}

/** P1 less the index: the part of the last funding rate that remains until the next payment, toward zero. */
function fundingToCome({ index, rate8h, timeToFundingMs }: MarkInputs): PriceE8 {
  return Number((BigInt(index) * BigInt(rate8h) * BigInt(timeToFundingMs)) / (BigInt(E10) * EIGHT_HOURS_MS));
}

/**
 * P2 less the index, toward zero. A minute without a snapshot counts 0, so that a moment's quotes weigh a fifteenth,
 * however young the market is. A big integer sum, because fifteen prices may exceed the safe integer range.
 */
function meanBasis(basis: readonly PriceE8[]): PriceE8 {
  const sum = basis.reduce((total, snapshot) => total + BigInt(snapshot), 0n);
  return Number(sum / BigInt(BASIS_SNAPSHOTS));
}

/** Once a minute, whatever the state of the market. */
export function snapshotBasis(state: State, market: Market): void {
  market.basis.push(basisNow(state, market));
  if (market.basis.length > BASIS_SNAPSHOTS) market.basis.shift();
}

/** Midpoint of the impact prices less the index; 0 for a thin book, and while the market is paused. */
function basisNow(state: State, market: Market): PriceE8 {
  if (!mayLiquidate(state, market)) return 0;
  const { bid, ask } = impactPrices(state, market);
  if (bid === 0n || ask === 0n) return 0;
  return Number((bid + ask) / 2n) - market.index * market.tickE8;
}

/** P3: the median of best bid, best ask and last trade; with fewer of them the fallbacks of rules 6.2. */
function bookView(i: MarkInputs): PriceE8 {
  const twoSided = i.bestBid > 0 && i.bestAsk > 0;
  if (twoSided) return i.last > 0 ? middle(i.bestBid, i.bestAsk, i.last) : Math.floor((i.bestBid + i.bestAsk) / 2);
  return i.last > 0 ? i.last : i.index;
}

function middle(a: PriceE8, b: PriceE8, c: PriceE8): PriceE8 {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
