// Finds the candle that contains a time.

import type { Candle } from "./candle-list.ts";

/** The index of the candle that contains a time; −1 before the first. */
export function placeAt(candles: readonly Pick<Candle, "start">[], at: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (candles[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
