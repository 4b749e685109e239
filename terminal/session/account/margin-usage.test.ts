import { expect, test } from "bun:test";
import fc from "fast-check";
import { shareText, usageOf } from "./margin-usage.ts";

const of = (margin_ratio: number, maintenance_margin_ratio: number, total_collateral_value = 1_000) =>
  usageOf({ margin_ratio, maintenance_margin_ratio, total_collateral_value });

test("all margin is in use where liquidation begins, and none is left", () => {
  expect(of(0.024, 0.012)).toEqual({ share: 0.5, left: 500 });
  expect(of(0.012, 0.012)).toEqual({ share: 1, left: 0 });
  expect(of(-0.5, 0.012)).toEqual({ share: 1, left: 0 });
  expect(of(10, 0)).toBeNull();
});

test("usage is a percentage of the way to liquidation, however large the ratio of an account with little at risk", () => {
  expect(shareText(of(206.09, 0.006)!.share)).toBe("0.01 %");
  expect(shareText(0.0712345)).toBe("7.1 %");
  expect(shareText(0.5)).toBe("50 %");
  // It does not round up to 100 % early.
  expect(shareText(0.99999)).toBe("99.9 %");
  expect(shareText(1)).toBe("100 %");
});

test("usage stays between 0 and 1, and grows as the ratio falls", () => {
  const ratio = fc.double({ min: -2, max: 10, noNaN: true });
  fc.assert(
    fc.property(ratio, ratio, fc.double({ min: 1e-4, max: 1, noNaN: true }), (one, other, maintenance) => {
      const worse = of(Math.min(one, other), maintenance)!;
      const better = of(Math.max(one, other), maintenance)!;
      expect(worse.share).toBeGreaterThanOrEqual(better.share);
      expect(worse.left).toBeLessThanOrEqual(better.left);
      for (const { share } of [worse, better]) expect(share >= 0 && share <= 1).toBe(true);
    }),
  );
});
