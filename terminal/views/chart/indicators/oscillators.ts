// Oscillators, which compare the close with recent prices: stochastic %K and Williams' %R by its place in the range, the
// commodity channel index by the typical price, the rate of change, and the money flow index, which weighs changes by volume.

import type { Candle } from "../../../session/candles/candle-list.ts";
import { mean, overWindow } from "./bands.ts";

const typical = ({ high, low, close }: Candle): number => (high + low + close) / 3;

/** 0 at the lowest price of the last `length` candles, 100 at the highest; 50 if prices did not move. */
export function stochastic(length: number) {
  return overWindow(length, (candles, first, last) => 100 * placeInRange(candles, first, last));
}

/** The same on a scale from -100 to 0. */
export function williams(length: number) {
  return overWindow(length, (candles, first, last) => 100 * placeInRange(candles, first, last) - 100);
}

function placeInRange(candles: readonly Candle[], first: number, last: number): number {
  const seen = candles.slice(first, last + 1);
  const [low, high] = [Math.min(...seen.map((each) => each.low)), Math.max(...seen.map((each) => each.high))];
  return high === low ? 0.5 : (candles[last]!.close - low) / (high - low);
}

/** The index's usual constant, by which most values lie between -100 and 100. */
const CCI_SCALE = 0.015;
/** A deviation below this share of the price is only rounding. */
const STILL = 1e-12;

export function commodityChannel(length: number) {
  return overWindow(length, (candles, first, last) => {
    const middle = mean(candles, first, last, typical);
    const deviation = mean(candles, first, last, (candle) => Math.abs(typical(candle) - middle));
    return deviation <= STILL * middle ? 0 : (typical(candles[last]!) - middle) / (CCI_SCALE * deviation);
  });
}

/** Change of the close in percent, compared with the close `length` candles before. */
export function rateOfChange(length: number) {
  return overWindow(length + 1, (candles, first, last) => 100 * (candles[last]!.close / candles[first]!.close - 1));
}

/** The relative strength of typical price × volume over the last `length` changes. */
export function moneyFlow(length: number) {
  return overWindow(length + 1, (candles, first, last) => {
    let [rising, all] = [0, 0];
    for (let at = first + 1; at <= last; at++) {
      const change = typical(candles[at]!) - typical(candles[at - 1]!);
      const flow = typical(candles[at]!) * candles[at]!.volume;
      if (change > 0) rising += flow;
      if (change !== 0) all += flow;
    }
    return all === 0 ? 50 : (100 * rising) / all;
  });
}
