// Bollinger bands: two standard deviations above and below the simple average of the closes. Also the linearly weighted
// average, and the helpers for indicators over a window of candles.

import type { Candle } from "../../../session/candles/candle-list.ts";
import type { Indicator } from "./indicator.ts";

type Value = number | undefined;

/**
 * An indicator computed from the last `length` candles alone. @param of gets the index of the first of them, and of the last
 */
export function overWindow(
  length: number,
  of: (candles: readonly Candle[], first: number, last: number) => Value,
): Indicator<Value> {
  return {
    next: (candles, at) => (at + 1 < length ? undefined : of(candles, at + 1 - length, at)),
    value: (value) => value,
  };
}

/** The mean of a figure over the candles of a window. */
export function mean(candles: readonly Candle[], first: number, last: number, of: (candle: Candle) => number): number {
  let sum = 0;
  for (let at = first; at <= last; at++) sum += of(candles[at]!);
  return sum / (last - first + 1);
}

const closeOf = ({ close }: Candle): number => close;
const DEVIATIONS = 2;

/** @param way 1 for the upper band, -1 for the lower */
export function band(length: number, way: 1 | -1): Indicator<Value> {
  return overWindow(length, (candles, first, last) => {
    const middle = mean(candles, first, last, closeOf);
    const variance = mean(candles, first, last, ({ close }) => (close - middle) ** 2);
    return middle + way * DEVIATIONS * Math.sqrt(variance);
  });
}

/** The latest close has the weight `length`, the first one the weight 1. */
export function weightedAverage(length: number): Indicator<Value> {
  return overWindow(length, (candles, first, last) => {
    let sum = 0;
    for (let at = first; at <= last; at++) sum += (at - first + 1) * candles[at]!.close;
    return (2 * sum) / (length * (length + 1));
  });
}
