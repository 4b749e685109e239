import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../../../session/candles/candle-intervals.ts";
import type { Candle } from "../../../session/candles/candle-list.ts";
import { type Indicator, valuesOf } from "./indicator.ts";
import { exponentialAverage, simpleAverage } from "./moving-average.ts";
import { relativeStrength } from "./relative-strength.ts";
import { volumeAverage } from "./volume-average.ts";

const HOUR_MS = 3_600_000;

function candleOf(start: number, close: number, volume = 1, amount = close * volume): Candle {
  return { start, open: close, high: close, low: close, close, volume, amount };
}

const ofCloses = (closes: readonly number[]) => closes.map((close, at) => candleOf(at * HOUR_MS, close));

function computed<State>(indicator: Indicator<State>, candles: readonly Candle[], isBeginning = true) {
  const values = valuesOf(indicator);
  values.update(candles, 0, isBeginning);
  return values.values;
}

function expectNear(values: readonly (number | undefined)[], wanted: readonly (number | undefined)[], places: number) {
  expect(values.map((value) => value?.toFixed(places))).toEqual(wanted.map((value) => value?.toFixed(places)));
}

/** A series for which textbooks publish averages. */
const AVERAGED = [
  ...[22.2734, 22.194, 22.0847, 22.1741, 22.184, 22.1344, 22.2337, 22.4323, 22.2436, 22.2933, 22.1542, 22.3926],
  ...[22.3816, 22.6109, 23.3558, 24.0519, 23.753, 23.8324, 23.9516, 23.6338, 23.8225, 23.8722, 23.6537, 23.187],
];

/** A series for which textbooks publish the relative strength. */
const STRONG = [
  ...[44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328],
  ...[45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515],
  ...[45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314],
];

const none = (count: number) => Array<undefined>(count).fill(undefined);

describe("indicators of series with published values", () => {
  test("the simple average of 10", () => {
    const wanted = [
      22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71,
    ];
    expectNear(computed(simpleAverage(10), ofCloses(AVERAGED)), [...none(9), ...wanted], 2);
  });

  test("the exponential average of 10", () => {
    const wanted = [
      22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47,
    ];
    expectNear(computed(exponentialAverage(10), ofCloses(AVERAGED)), [...none(9), ...wanted], 2);
  });

  test("the relative strength of 14", () => {
    const wanted = [
      ...[70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38],
      ...[54.71, 50.42, 39.99, 41.46, 41.87, 45.46, 37.3, 33.08, 37.77],
    ];
    expectNear(computed(relativeStrength(14), ofCloses(STRONG)), [...none(14), ...wanted], 2);
  });
});

describe("the volume-weighted average", () => {
  const midnight = 20_000 * DAY_MS;

  test("is the average price per unit since midnight", () => {
    const candles = [
      candleOf(midnight, 100, 2, 201),
      candleOf(midnight + HOUR_MS, 110, 0, 0),
      candleOf(midnight + 2 * HOUR_MS, 120, 1, 118.5),
      candleOf(midnight + DAY_MS, 130, 4, 522),
    ];
    expect(computed(volumeAverage, candles)).toEqual([100.5, 100.5, 106.5, 130.5]);
  });

  test("has no value for a day whose beginning is unknown, or that had no trade", () => {
    const candles = [candleOf(midnight + HOUR_MS, 100), candleOf(midnight + DAY_MS, 100, 0)];
    expect(computed(volumeAverage, candles, false)).toEqual([undefined, undefined]);
    expect(computed(volumeAverage, candles, true)).toEqual([100, undefined]);
  });
});

const indicators: readonly (readonly [string, (length: number) => Indicator<unknown>])[] = [
  ["simple average", simpleAverage as (length: number) => Indicator<unknown>],
  ["exponential average", exponentialAverage as (length: number) => Indicator<unknown>],
  ["relative strength", relativeStrength as (length: number) => Indicator<unknown>],
  ["volume-weighted average", () => volumeAverage as Indicator<unknown>],
];

const price = fc.integer({ min: 1, max: 1_000 });
const candles = fc
  .array(fc.record({ close: price, volume: fc.nat({ max: 5 }) }), { minLength: 1, maxLength: 60 })
  .map((rows) => rows.map(({ close, volume }, at) => candleOf(at * HOUR_MS, close, volume)));
const length = fc.integer({ min: 1, max: 12 });

for (const [name, make] of indicators) {
  test(`the ${name} of a candle that runs is the one of all candles computed at once`, () => {
    fc.assert(
      fc.property(candles, length, fc.array(price, { maxLength: 4 }), (all, size, states) => {
        const live = valuesOf(make(size));
        live.update(all.slice(0, -1), 0, true);
        const last = all.at(-1)!;
        for (const close of states) live.update([...all.slice(0, -1), { ...last, close }], all.length - 1, true);
        live.update(all, all.length - 1, true);
        expect(live.values).toEqual(computed(make(size), all));
      }),
    );
  });

  test(`the ${name} stays where prices were`, () => {
    fc.assert(
      fc.property(candles, length, (all, size) => {
        const closes = all.map(({ close }) => close);
        const [low, high] = name === "relative strength" ? [0, 100] : [Math.min(...closes), Math.max(...closes)];
        for (const value of computed(make(size), all)) {
          if (value === undefined) continue;
          expect(value).toBeGreaterThanOrEqual(low - 1e-9);
          expect(value).toBeLessThanOrEqual(high + 1e-9);
        }
      }),
    );
  });
}

test("averages of constant prices are that price, and neither side is stronger", () => {
  const still = ofCloses(Array<number>(30).fill(7));
  expect(computed(simpleAverage(5), still).at(-1)).toBe(7);
  expect(computed(exponentialAverage(5), still).at(-1)).toBe(7);
  expect(computed(relativeStrength(5), still).at(-1)).toBe(50);
});

test("the strength of only rising prices is 100, of only falling prices 0", () => {
  const rising = Array.from({ length: 20 }, (_, at) => at + 1);
  expect(computed(relativeStrength(14), ofCloses(rising)).at(-1)).toBe(100);
  expect(computed(relativeStrength(14), ofCloses(rising.toReversed())).at(-1)).toBe(0);
});
