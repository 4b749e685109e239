// An indicator as the points of its line. Where a session ends the line does too: what the next one begins with does not
// follow from where the last one stopped.

import { DAY_MS } from "../../session/candles/candle-intervals.ts";
import type { Candle } from "../../session/candles/candle-list.ts";

export interface IndicatorPoint {
  /** Where its candle begins. */
  readonly start: number;
  /** Undefined where the indicator says nothing. */
  readonly value: number | undefined;
  /** No line leads from it to the next one. */
  readonly isLast: boolean;
}

/** Whether two candles count together. */
type OneSession = (one: Candle, other: Candle) => boolean;

export const alwaysOne: OneSession = () => true;

/** From 00:00 to 24:00 UTC. */
export const oneDay: OneSession = (one, other) => Math.floor(one.start / DAY_MS) === Math.floor(other.start / DAY_MS);

/** @param from place of the first candle that is asked for */
export function indicatorPoints(
  candles: readonly Candle[],
  values: readonly (number | undefined)[],
  from: number,
  isOneSession: OneSession,
): IndicatorPoint[] {
  const points: IndicatorPoint[] = [];
  /** The next candle that has a value. */
  let next: Candle | undefined;
  for (let at = candles.length - 1; at >= from; at--) {
    const candle = candles[at]!;
    const value = values[at];
    points.push({ start: candle.start, value, isLast: next !== undefined && !isOneSession(candle, next) });
    if (value !== undefined) next = candle;
  }
  return points.reverse();
}

/**
 * Where the candle begins that a session ended with just before a place: a line was drawn on from it before it was known
 * to be the last one that has a value.
 */
export function endBefore(
  candles: readonly Candle[],
  values: readonly (number | undefined)[],
  place: number,
  isOneSession: OneSession,
): number | undefined {
  let [first, last] = [place, place - 1];
  while (first < candles.length && values[first] === undefined) first++;
  while (last >= 0 && values[last] === undefined) last--;
  const [next, before] = [candles[first], candles[last]];
  return next === undefined || before === undefined || isOneSession(before, next) ? undefined : before.start;
}
