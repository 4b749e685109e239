// Another market's prices as a line among the candles of this one: moved so that both begin at the same height, from where a
// distance from that height is the same in percent of either.

import type { Candle } from "../../../session/candles/candle-list.ts";
import { placeAt } from "../../../session/candles/place-at.ts";

type Closes = readonly Pick<Candle, "start" | "close">[];

export interface ComparedLine {
  /** The place of the candle that both are counted from. */
  readonly base: number;
  /** Prices of this market that the other would be at, one for each place from the base on. */
  readonly prices: readonly number[];
}

/**
 * @param candles of this market, without holes, as those of the other are
 * @param from place of the first candle that counts
 * @param to of the last one
 */
export function comparedLine(candles: Closes, other: Closes, from: number, to: number): ComparedLine | undefined {
  const [first] = other;
  const [oldest] = candles;
  if (first === undefined || oldest === undefined) return undefined;
  // How many places further the same candle stands in the other list.
  const shift = oldest.start > first.start ? placeAt(other, oldest.start) : -Math.max(0, placeAt(candles, first.start));
  const begin = Math.max(from, -shift, 0);
  const end = Math.min(to, candles.length - 1, other.length - 1 - shift);
  const [own, others] = [candles[begin], other[begin + shift]];
  if (end < begin || own === undefined || own.start !== others?.start) return undefined;
  const times = own.close / others.close;
  return { base: begin, prices: other.slice(begin + shift, end + shift + 1).map(({ close }) => close * times) };
}

/** How many percent a price is from another. */
export const percentFrom = (base: number, price: number) => (price / base - 1) * 100;
