import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../../sums/candle-sums.ts";
import { leavesBefore, stretchDays } from "./retention.ts";

test("rows are kept for their days and at most a thirty-second longer, and rows that have left never come back", () => {
  expect([1, 32, 33, 64, 65, 90, 365].map(stretchDays)).toEqual([1, 1, 2, 2, 3, 3, 12]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 36_500 }), (day, days) => {
      const kept = day - leavesBefore(day, days) / DAY_MS;
      expect(kept).toBeGreaterThanOrEqual(days);
      expect(kept - days).toBeLessThan(Math.ceil(days / 32));
      expect(leavesBefore(day + 1, days)).toBeGreaterThanOrEqual(leavesBefore(day, days));
    }),
  );
});

test("with or without a number of days, a table has no more than about forty stretches even after many years", () => {
  for (let days = 1; days <= 36_500; days++) expect(days / stretchDays(days)).toBeLessThanOrEqual(32);
  expect((7 * 365) / stretchDays(0)).toBeLessThan(41);
});
