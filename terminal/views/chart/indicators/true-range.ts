// Wilder's average true range: how far prices ranged in a candle, including the previous close. The first average is that of
// the first `length` ranges; each later one keeps (length − 1) ÷ length of the one before.

import type { Indicator } from "./indicator.ts";

interface Ranges {
  readonly average: number;
  /** How many ranges are included; below `length`, `average` is their sum. */
  readonly count: number;
}

export function averageTrueRange(length: number): Indicator<Ranges> {
  return {
    next(candles, at, before) {
      if (before === undefined) return { average: 0, count: 0 };
      const { high, low } = candles[at]!;
      const { close } = candles[at - 1]!;
      const range = Math.max(high, close) - Math.min(low, close);
      const count = before.count + 1;
      if (count > length) return { average: (before.average * (length - 1) + range) / length, count };
      const sum = before.average + range;
      return { average: count === length ? sum / length : sum, count };
    },
    value: ({ average, count }) => (count < length ? undefined : average),
  };
}
