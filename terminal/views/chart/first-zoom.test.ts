import { expect, test } from "bun:test";
import fc from "fast-check";
import { firstZoom } from "./first-zoom.ts";

test("a market with a long history shows as many candles as have room", () => {
  expect(firstZoom(500, 900)).toEqual({ spacing: 8, right: 10 });
});

test("the few candles of a young market are wider, with fewer empty places at the right", () => {
  expect(firstZoom(50, 900)).toEqual({ spacing: 15, right: 6 });
  expect(firstZoom(3, 900)).toEqual({ spacing: 18, right: 5 });
});

test("before there are candles, the usual zoom applies", () => {
  expect(firstZoom(0, 900)).toEqual({ spacing: 8, right: 10 });
});

test("all candles of a young market are visible", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 200, max: 3_000 }), (candles, width) => {
      const { spacing, right } = firstZoom(candles, width);
      expect(spacing).toBeGreaterThanOrEqual(8);
      expect(spacing).toBeLessThanOrEqual(18);
      if (spacing > 8) expect((candles + right) * spacing).toBeLessThanOrEqual(width + spacing);
    }),
  );
});
