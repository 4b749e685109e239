// Moving averages of closes: simple, and exponential with the weight 2 ÷ (length + 1), starting from the simple average of
// the first `length` closes.

import type { Candle } from "../../../session/candles/candle-list.ts";
import type { Indicator } from "./indicator.ts";

/** Summed from scratch for each candle: a running sum would accumulate rounding errors. */
function meanClose(candles: readonly Candle[], at: number, length: number): number | undefined {
  if (at + 1 < length) return undefined;
  let sum = 0;
  for (let place = at + 1 - length; place <= at; place++) sum += candles[place]!.close;
  return sum / length;
}

type Average = number | undefined;

export function simpleAverage(length: number): Indicator<Average> {
  return { next: (candles, at) => meanClose(candles, at, length), value: (average) => average };
}

export function exponentialAverage(length: number): Indicator<Average> {
  const weight = 2 / (length + 1);
  return {
    next(candles, at, before) {
      if (before === undefined) return meanClose(candles, at, length);
      return before + weight * (candles[at]!.close - before);
    },
    value: (average) => average,
  };
}

interface Averages {
  readonly fast: Average;
  readonly slow: Average;
}

const FAST = 12;
const SLOW = 26;

/** Moving average convergence/divergence (MACD): the exponential average of 12 closes minus that of 26. */
export const convergence: Indicator<Averages> = {
  next(candles, at, before, isBeginning) {
    const [fast, slow] = [exponentialAverage(FAST), exponentialAverage(SLOW)];
    return {
      fast: fast.next(candles, at, before?.fast, isBeginning),
      slow: slow.next(candles, at, before?.slow, isBeginning),
    };
  },
  value: ({ fast, slow }) => (fast === undefined || slow === undefined ? undefined : fast - slow),
};
