import { expect, test } from "bun:test";
import fc from "fast-check";
import { comparedLine, percentFrom } from "./compared-line.ts";

const run = (from: number, closes: readonly number[]) =>
  closes.map((close, at) => ({ start: (from + at) * 60, close }));

test("both lines begin at the same height, and deviate from it by their own percentages", () => {
  const line = comparedLine(run(0, [100, 110, 120]), run(0, [50, 60, 40]), 0, 2);
  expect(line).toEqual({ base: 0, prices: [100, 120, 80] });
  expect(percentFrom(100, line!.prices[1]!)).toBeCloseTo(20, 9);
});

test("both are relative to the first visible candle", () => {
  expect(comparedLine(run(0, [100, 110, 120]), run(0, [50, 60, 30]), 1, 2)).toEqual({ base: 1, prices: [110, 55] });
});

test("a younger market's line begins where the market began", () => {
  expect(comparedLine(run(0, [100, 200, 300]), run(2, [7]), 0, 9)).toEqual({ base: 2, prices: [300] });
});

test("of an older market, only the candles that this market also has are used", () => {
  expect(comparedLine(run(5, [100, 200]), run(0, [1, 2, 3, 4, 5, 6, 3, 9]), -4, 9)).toEqual({
    base: 0,
    prices: [100, 50],
  });
});

test("without a common candle there is no line", () => {
  expect(comparedLine([], run(0, [1]), 0, 5)).toBeUndefined();
  expect(comparedLine(run(0, [1]), [], 0, 5)).toBeUndefined();
  expect(comparedLine(run(0, [1, 2]), run(9, [1]), 0, 5)).toBeUndefined();
  expect(comparedLine(run(9, [1, 2]), run(0, [1]), 0, 5)).toBeUndefined();
});

test("each point belongs to the same candle in both, however they overlap", () => {
  const length = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(fc.nat(9), length, fc.nat(9), length, fc.nat(12), fc.nat(12), (a, own, b, other, from, to) => {
      const candles = run(
        a,
        Array.from({ length: own }, (_, at) => 10 + ((a + at) % 7)),
      );
      const others = run(
        b,
        Array.from({ length: other }, (_, at) => 20 + ((b + at) % 5)),
      );
      const line = comparedLine(candles, others, from, to);
      const both = candles.flatMap(({ start, close }, place) => {
        const same = place < from || place > to ? undefined : others.find((each) => each.start === start);
        return same === undefined ? [] : [{ place, close, other: same.close }];
      });
      expect(line?.prices.length ?? 0).toBe(both.length);
      for (const [at, { other: close, place }] of both.entries()) {
        expect(line!.base + at).toBe(place);
        expect(line!.prices[at]).toBeCloseTo((close * both[0]!.close) / both[0]!.other, 9);
      }
    }),
  );
});
