// Converts times to places among candles and back: candles are at whole numbers, times between two candles are fractions,
// and both continue before the first and after the last candle at the interval's pace. So a time has a place even where the
// chart has no candle, and the place does not depend on how many candles there are.

import { type CandleInterval, DAY_MS, startBeside } from "../../../session/candles/candle-intervals.ts";
import type { Candle } from "../../../session/candles/candle-list.ts";
import { placeAt } from "../../../session/candles/place-at.ts";

type Starts = readonly Pick<Candle, "start">[];

/** @param candles at least one */
export function placeOf(candles: Starts, interval: CandleInterval, at: number): number {
  const known = placeAt(candles, at);
  const isInside = known >= 0 && known < candles.length - 1;
  const place = isInside ? known : stepsTo(candles, interval, at);
  const start = startOf(candles, interval, place);
  return place + (at - start) / (startOf(candles, interval, place + 1) - start);
}

/** @param candles at least one */
export function timeAt(candles: Starts, interval: CandleInterval, place: number): number {
  const whole = Math.floor(place);
  const start = startOf(candles, interval, whole);
  return Math.round(start + (place - whole) * (startOf(candles, interval, whole + 1) - start));
}

function startOf(candles: Starts, interval: CandleInterval, place: number): number {
  const known = candles[place];
  if (known !== undefined) return known.start;
  const edge = place < 0 ? 0 : candles.length - 1;
  return startBeside(interval, candles[edge]!.start, place - edge);
}

const LONGEST_MONTH = 31 * DAY_MS;

/**
 * The whole place at or before a time outside the candles. Months differ in length: the result is a few steps from a guess.
 */
function stepsTo(candles: Starts, interval: CandleInterval, at: number): number {
  const edge = at < candles[0]!.start ? 0 : candles.length - 1;
  const from = candles[edge]!.start;
  const length = interval === "1mon" ? LONGEST_MONTH : startBeside(interval, from, 1) - from;
  let steps = Math.floor((at - from) / length);
  while (startBeside(interval, from, steps) > at) steps -= 1;
  while (startBeside(interval, from, steps + 1) <= at) steps += 1;
  return edge + steps;
}
