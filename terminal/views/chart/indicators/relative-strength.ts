// Wilder's relative strength index: 100 − 100 ÷ (1 + average gain ÷ average loss). The first averages are those of the first
// `length` changes of the close; each later one keeps (length − 1) ÷ length of the one before.

import type { Indicator } from "./indicator.ts";

interface Averages {
  readonly gain: number;
  readonly loss: number;
  /** How many changes are included; below `length`, gain and loss are sums. */
  readonly count: number;
}

export function relativeStrength(length: number): Indicator<Averages> {
  return {
    next(candles, at, before) {
      if (before === undefined) return { gain: 0, loss: 0, count: 0 };
      const change = candles[at]!.close - candles[at - 1]!.close;
      const gain = Math.max(change, 0);
      const loss = Math.max(-change, 0);
      const count = before.count + 1;
      if (count > length) return { gain: smoothed(before.gain, gain), loss: smoothed(before.loss, loss), count };
      const sums = { gain: before.gain + gain, loss: before.loss + loss };
      if (count < length) return { ...sums, count };
      return { gain: sums.gain / length, loss: sums.loss / length, count };
    },
    value({ gain, loss, count }) {
      if (count < length) return undefined;
      // Without any movement, neither side is stronger.
      if (gain + loss === 0) return 50;
      return (100 * gain) / (gain + loss);
    },
  };

  function smoothed(average: number, latest: number): number {
    return (average * (length - 1) + latest) / length;
  }
}
