import { expect, test } from "bun:test";
import fc from "fast-check";
import { CANDLE_INTERVALS, DAY_MS, isOfDays, startBeside } from "./candle-intervals.ts";

test("the next candle begins where this one ends", () => {
  const at = Date.UTC(2026, 0, 1);
  expect(startBeside("1m", at, 1) - at).toBe(60_000);
  expect(startBeside("12h", at, -2)).toBe(at - DAY_MS);
  expect(startBeside("1w", Date.UTC(2026, 10, 23), 1)).toBe(Date.UTC(2026, 10, 30));
  expect(startBeside("1mon", Date.UTC(2026, 11, 1), 1)).toBe(Date.UTC(2027, 0, 1));
  expect(startBeside("1mon", Date.UTC(2024, 2, 1), -1)).toBe(Date.UTC(2024, 1, 1));
});

test("moving forward and back by as many candles returns to the same one", () => {
  const month = fc.integer({ min: 0, max: 2_000 }).map((months) => Date.UTC(1970, months, 1));
  fc.assert(
    fc.property(fc.constantFrom(...CANDLE_INTERVALS), month, fc.integer({ max: 500, min: -500 }), (interval, at, n) => {
      expect(startBeside(interval, startBeside(interval, at, n), -n)).toBe(at);
    }),
  );
});

test("days, weeks and months have no time of day", () => {
  expect(CANDLE_INTERVALS.filter(isOfDays)).toEqual(["1d", "1w", "1mon"]);
});
