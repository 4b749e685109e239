import { expect, test } from "bun:test";
import { DAY_MS } from "../../session/candles/candle-intervals.ts";
import type { Candle } from "../../session/candles/candle-list.ts";
import { alwaysOne, endBefore, indicatorPoints, oneDay } from "./indicator-points.ts";
import { valuesOf } from "./indicators/indicator.ts";
import { volumeAverage } from "./indicators/volume-average.ts";

const HOUR_MS = 3_600_000;
const MIDNIGHT = 20_000 * DAY_MS;

/** A candle this many hours from midnight. */
function candleAt(hours: number, price: number, volume = 1): Candle {
  const prices = { open: price, high: price, low: price, close: price };
  return { start: MIDNIGHT + hours * HOUR_MS, ...prices, volume, amount: price * volume };
}

function averageOf(candles: readonly Candle[]) {
  const { values, update } = valuesOf(volumeAverage);
  update(candles, 0, true);
  return indicatorPoints(candles, values, 0, oneDay).map(({ value, isLast }) => [value, isLast]);
}

test("the average of a day restarts at midnight, and no line connects it to the day before", () => {
  const candles = [candleAt(-2, 100), candleAt(-1, 200), candleAt(0, 400), candleAt(1, 600)];
  expect(averageOf(candles)).toEqual([
    [100, false],
    [150, true],
    [400, false],
    [500, false],
  ]);
});

test("a day that begins without a trade does not connect its average to yesterday's", () => {
  const candles = [candleAt(-2, 100), candleAt(-1, 200, 0), candleAt(0, 200, 0), candleAt(1, 400)];
  expect(averageOf(candles)).toEqual([
    [100, false],
    [100, true],
    [undefined, false],
    [400, false],
  ]);
});

test("when an indicator is extended, only the last points are requested", () => {
  const candles = [candleAt(-1, 100), candleAt(0, 200), candleAt(1, 300)];
  expect(indicatorPoints(candles, [1, 2, 3], 2, alwaysOne)).toEqual([
    { start: MIDNIGHT + HOUR_MS, value: 3, isLast: false },
  ]);
  expect(indicatorPoints(candles, [1, 2, 3], 0, alwaysOne).some(({ isLast }) => isLast)).toBe(false);
});

test("the end of a session is known once the next one has a value, and there is none within a session", () => {
  const candles = [candleAt(-2, 100), candleAt(-1, 200, 0), candleAt(0, 200, 0), candleAt(1, 300), candleAt(2, 400)];
  const valued = [1, undefined, undefined, 3, 4];
  const ends = (values: readonly (number | undefined)[]) =>
    candles.map((_, place) => endBefore(candles, values, place, oneDay));
  const { start } = candles[0]!;
  expect(ends(valued)).toEqual([undefined, start, start, start, undefined]);
  expect(ends([1, undefined, undefined, undefined, undefined])).toEqual(Array(5).fill(undefined));
});
