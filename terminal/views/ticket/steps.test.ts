import { expect, test } from "bun:test";
import fc from "fast-check";
import { fractionOf, partOf, plainDecimal, quantityFor } from "./steps.ts";

test("what is typed is read as the venue reads it", () => {
  expect(["", ".", ".5", "1.", "007.50", "0.000", "1e5"].map(plainDecimal)).toEqual([
    undefined,
    undefined,
    "0.5",
    "1",
    "7.5",
    "0",
    undefined,
  ]);
});

test("a part of a quantity is whole lots and never more", () => {
  expect(partOf(0.3, 50, 0.1)).toBe("0.1");
  expect(partOf(12.34, 25, 0.01)).toBe("3.08");
  expect(partOf(0.0007, 100, 0.0001)).toBe("0.0007");
  expect(partOf(5, 75, 1)).toBe("3");
  expect(partOf(0, 100, 0.01)).toBe("0");
});

test("an amount buys whole lots, exactly as many as it pays for", () => {
  expect(quantityFor("0.3", "0.1", 1)).toBe("3");
  expect(quantityFor("300", "59912.8", 0.0001)).toBe("0.005");
  expect(quantityFor("10", "0", 1)).toBe("0");
  const decimals = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 8 }));
  fc.assert(
    fc.property(decimals, decimals, fc.integer({ min: 0, max: 6 }), ([a, aPlaces], [p, pPlaces], lotPlaces) => {
      const amount = plainDecimal((a / 10 ** aPlaces).toFixed(aPlaces))!;
      const price = plainDecimal((p / 10 ** pPlaces).toFixed(pPlaces))!;
      const lots = BigInt(
        Math.round(Number(quantityFor(amount, price, Number(`1e-${lotPlaces}`))) * 10 ** lotPlaces) || 0,
      );
      // lots × price ≤ amount < (lots + 1) × price, all in units of 10⁻(aPlaces + pPlaces + lotPlaces).
      const value = BigInt(a) * 10n ** BigInt(pPlaces + lotPlaces);
      const each = BigInt(p) * 10n ** BigInt(aPlaces);
      if (lots > 2n ** 50n) return;
      expect(lots * each <= value && value < (lots + 1n) * each).toBe(true);
    }),
  );
});

test("percent are a fraction of as many digits", () => {
  expect([fractionOf("0.5"), fractionOf("100"), fractionOf("2.25")]).toEqual(["0.005", "1", "0.0225"]);
});
