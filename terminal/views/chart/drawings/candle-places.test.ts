import { expect, test } from "bun:test";
import fc from "fast-check";
import { CANDLE_INTERVALS, type CandleInterval, startBeside } from "../../../session/candles/candle-intervals.ts";
import { placeOf, timeAt } from "./candle-places.ts";

const BEGIN = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const candlesOf = (interval: CandleInterval, count: number, begin = BEGIN) =>
  Array.from({ length: count }, (_, at) => ({ start: startBeside(interval, begin, at) }));

test("a time within a candle is a fraction of the way to the next one", () => {
  const candles = candlesOf("5m", 3);
  expect(placeOf(candles, "5m", BEGIN)).toBe(0);
  expect(placeOf(candles, "5m", BEGIN + 7.5 * MINUTE_MS)).toBe(1.5);
  expect(placeOf(candles, "5m", BEGIN + 40 * MINUTE_MS)).toBe(8);
  expect(placeOf(candles, "5m", BEGIN - 10 * MINUTE_MS)).toBe(-2);
});

test("months have their own lengths, even where there is no candle", () => {
  const candles = candlesOf("1mon", 2);
  expect(placeOf(candles, "1mon", Date.UTC(2026, 6, 1))).toBe(6);
  expect(placeOf(candles, "1mon", Date.UTC(2025, 1, 15))).toBe(-10.5);
  expect(timeAt(candles, "1mon", 6)).toBe(Date.UTC(2026, 6, 1));
});

test("converting a place to a time and back returns the place", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CANDLE_INTERVALS),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: -2_000, max: 2_000 }).map((hundredths) => hundredths / 10),
      (interval, count, place) => {
        const candles = candlesOf(interval, count);
        expect(placeOf(candles, interval, timeAt(candles, interval, place))).toBeCloseTo(place, 3);
      },
    ),
  );
});

test("reading older candles, and newer ones arriving, shift a time by as many places", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CANDLE_INTERVALS),
      fc.nat({ max: 30 }),
      fc.nat({ max: 30 }),
      fc.integer({ min: -1_000, max: 1_000 }),
      (interval, older, newer, minutes) => {
        const at = BEGIN + minutes * MINUTE_MS;
        const few = candlesOf(interval, 5);
        const many = candlesOf(interval, 5 + older + newer, startBeside(interval, BEGIN, -older));
        expect(placeOf(many, interval, at)).toBeCloseTo(placeOf(few, interval, at) + older, 6);
      },
    ),
  );
});
