// An indicator's values as the points of its line. The line is interrupted where a session ends, because the next session
// does not continue from the last one's values.

import { DAY_MS } from "../../session/candles/candle-intervals.ts";
import type { Candle } from "../../session/candles/candle-list.ts";

export interface IndicatorPoint {
  /** Start of its candle. */
  readonly start: number;
  /** Undefined where the indicator has no value. */
  readonly value: number | undefined;
  /** Whether the line is interrupted after this point. */
  readonly isLast: boolean;
}

/** Whether two candles belong to the same session. */
type OneSession = (one: Candle, other: Candle) => boolean;

export const alwaysOne: OneSession = () => true;

/** From 00:00 to 24:00 UTC. */
export const oneDay: OneSession = (one, other) => Math.floor(one.start / DAY_MS) === Math.floor(other.start / DAY_MS);

/** @param from index of the first candle to include */
export function indicatorPoints(
  candles: readonly Candle[],
  values: readonly (number | undefined)[],
  from: number,
  isOneSession: OneSession,
): IndicatorPoint[] {
  const points: IndicatorPoint[] = [];
  /** The next later candle that has a value. */
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
 * The start of the candle that ended a session just before an index: a line was drawn on from it before it was known to be
 * the last one with a value.
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
