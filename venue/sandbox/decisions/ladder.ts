// What a demo maker wants to have on the book of one market: fifty prices a side around the fair one, a tick or a few apart
// in the middle, dense near it and wider further out. A position that is full is made fuller by less, but neither side is
// ever left: on a book without one there is no trade, and no position would find its way back. Pure: the same view gives
// the same ladder.

import type { MarketParameters, Side } from "@evermark/engine";
import { fractionOf, hashOf } from "../../prices/random.ts";
import type { MarketStyle } from "./market-style.ts";

/** One price of a side, and how much of the maker's should stand there. */
export interface Rung {
  /** In ticks. */
  readonly price: number;
  /** In lots. */
  readonly quantity: number;
  /** An order this many ticks beside the price is as good. */
  readonly slack: number;
}

export interface LadderView {
  readonly style: MarketStyle;
  readonly parameters: MarketParameters;
  readonly microsPerTickLot: number;
  /** Which market, so that no two ladders look the same. */
  readonly hash: number;
  /** In ticks, with parts of one. */
  readonly fair: number;
  /** From the best buy to the best sell, in ticks. */
  readonly spread: number;
  /** The maker's position as a part of a full one, signed. */
  readonly fullness: number;
}

export const RUNGS = 50;
/** Gaps of the first rungs behind the best one, in ticks; from there on they follow the style. */
const DENSE_GAPS: readonly number[] = [1, 2, 3];
/** How much wider each gap is than the one before, in parts of the first. */
const WIDENING = 0.06;
/** How much more stands on each further rung, in parts of the first. */
const GROWTH = 0.06;
/** Never so near to the smallest order that a lower price makes it too small. */
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
