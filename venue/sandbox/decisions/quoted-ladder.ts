// The ladder that a demo maker wants on the book of one market: fifty prices a side around the fair price, a tick or a
// few apart at the middle and wider further out. The side that would fill a full position further is offered less, but
// neither side is ever left empty: without it there would be no trades, and no position would find its way back. Pure:
// the same view gives the same ladder.

import type { MarketParameters, Side } from "@evermark/engine";
import { fractionOf, hashOf } from "../../prices/random.ts";
import type { MarketStyle } from "./market-style.ts";

/** One price of a side, and how much of the maker's quantity should be there. */
export interface Rung {
  /** In ticks. */
  readonly price: number;
  /** In lots. */
  readonly quantity: number;
  /** An order within this many ticks of the price is as good. */
  readonly slack: number;
}

export interface LadderView {
  readonly style: MarketStyle;
  readonly parameters: MarketParameters;
  readonly microsPerTickLot: number;
  /** Hash of the market, so that no two ladders look the same. */
  readonly hash: number;
  /** In ticks, with a fraction. */
  readonly fair: number;
  /** Distance between best bid and best ask, in ticks. */
  readonly spread: number;
  /** The maker's position as a fraction of a full one, signed. */
  readonly fullness: number;
}

export const RUNGS = 50;
/** Gaps behind the first rungs, in ticks; further gaps follow the style. */
const DENSE_GAPS: readonly number[] = [1, 2, 3];
/** How much wider each gap is than the one before, as a fraction of the first. */
const WIDENING = 0.06;
/** How much more quantity each further rung has, as a fraction of the first. */
const GROWTH = 0.06;
/** The smallest order on a rung, in multiples of the market's smallest notional: a lower price must not make it too small. */
const LEAST = 2;

/** Best price first. */
export function ladderSide(side: Side, view: LadderView): Rung[] {
  const { style, parameters, microsPerTickLot, hash, fair, spread, fullness } = view;
  const direction = side === "BUY" ? 1 : -1;
  const wariness = 1 + Math.max(0, fullness * direction) * 2;
  const lots = (usdc: number, price: number): number => (usdc * 1_000_000) / (price * microsPerTickLot);
  const lowest = Math.ceil(parameters.quoteMin / parameters.quoteTick) + 1;
  const rungs: Rung[] = [];
  let price = bestOf(side, fair, spread);
  for (let rung = 0; rung < RUNGS && price >= lowest; rung++) {
    const value = (style.touch * (1 + rung * GROWTH) * (0.5 + draw(hash, side, rung))) / (wariness * wariness);
    const least = lots((LEAST * parameters.minNotional) / 1_000_000, price);
    const quantity = Math.ceil(Math.max(lots(value, price), least));
    const gap = gapBehind(rung, view);
    rungs.push({ price, quantity, slack: rung < DENSE_GAPS.length ? 0 : Math.floor(gap / 2) });
    price -= direction * gap;
  }
  return rungs;
}

/** The best price that a maker wants on a side. */
export function bestOf(side: Side, fair: number, spread: number): number {
  const bid = Math.round(fair - spread / 2);
  return side === "BUY" ? bid : bid + spread;
}

function gapBehind(rung: number, { style, hash, fair }: LadderView): number {
  const dense = DENSE_GAPS[rung];
  if (dense !== undefined) return dense;
  const further = rung - DENSE_GAPS.length;
  const uneven = 0.6 + 0.8 * draw(hash, "gap", rung);
  return Math.max(1, Math.round(fair * style.gap * (1 + further * WIDENING) * uneven));
}

function draw(hash: number, what: Side | "gap", rung: number): number {
  return fractionOf(hashOf(hash, what.length, rung));
}
