// Another market's prices as a line among this market's candles: scaled so that both begin at the same height, from where
// equal distances are equal percentages of either.

import type { Candle } from "../../../session/candles/candle-list.ts";
import { placeAt } from "../../../session/candles/place-at.ts";

type Closes = readonly Pick<Candle, "start" | "close">[];

export interface ComparedLine {
  /** Index of the candle that both are relative to. */
  readonly base: number;
  /** The other market's prices on this market's scale, one for each candle from the base on. */
  readonly prices: readonly number[];
}

/**
 * @param candles of this market; neither list may have gaps
 * @param from index of the first candle to include
 * @param to index of the last one
 */
export function comparedLine(candles: Closes, other: Closes, from: number, to: number): ComparedLine | undefined {
  const [first] = other;
  const [oldest] = candles;
  if (first === undefined || oldest === undefined) return undefined;
  // By how much the index of the same candle is larger in the other list.
  const shift = oldest.start > first.start ? placeAt(other, oldest.start) : -Math.max(0, placeAt(candles, first.start));
  const begin = Math.max(from, -shift, 0);
  const end = Math.min(to, candles.length - 1, other.length - 1 - shift);
  const [own, others] = [candles[begin], other[begin + shift]];
  if (end < begin || own === undefined || own.start !== others?.start) return undefined;
  const times = own.close / others.close;
  return { base: begin, prices: other.slice(begin + shift, end + shift + 1).map(({ close }) => close * times) };
}

/** The difference of a price from a base price, in percent. */
export const percentFrom = (base: number, price: number) => (price / base - 1) * 100;
