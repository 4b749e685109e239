import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  difference,
  doubled,
  fractionOf,
  fromUnits,
  isMore,
  partOf,
  placesIn,
  product,
  quantityFor,
  rest,
  toUnits,
} from "./exact.ts";
import { decimalOf } from "./typed.ts";

test("a decimal converts to whole units of its last place and back", () => {
  expect([toUnits(0.35, 2), toUnits(1e-7, 7), toUnits(60_000, 1), toUnits(-1.15, 2)]).toEqual([35, 1, 600_000, -115]);
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), fc.nat(10), (units, places) => {
      expect(toUnits(fromUnits(units, places), places)).toBe(units);
    }),
  );
});

test("a difference has no floating-point error", () => {
  expect(difference(0.3, 0.1)).toBe(0.2);
  expect(difference(3_001.34, 2_998.1)).toBe(3.24);
  expect(difference(1, 1)).toBe(0);
});

test("a percentage of a quantity is in whole lots and never too large", () => {
  expect(partOf(0.03, 25, 0.00001)).toBe("0.0075");
  expect(partOf(0.07, 50, 0.01)).toBe("0.03");
  expect(partOf(1.1, 75, 0.1)).toBe("0.8");
  expect(partOf(0.3, 50, 0.1)).toBe("0.1");
  expect(partOf(12.34, 25, 0.01)).toBe("3.08");
  expect(partOf(0.0007, 100, 0.0001)).toBe("0.0007");
  expect(partOf(5, 75, 1)).toBe("3");
  expect(partOf(0, 100, 0.01)).toBe("0");
});

test("an amount buys as many whole lots as it can pay for", () => {
  expect(quantityFor("0.3", "0.1", 1)).toBe("3");
  expect(quantityFor("300", "59912.8", 0.0001)).toBe("0.005");
  expect(quantityFor("10", "0", 1)).toBe("0");
  const decimals = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 8 }));
  fc.assert(
    fc.property(decimals, decimals, fc.integer({ min: 0, max: 6 }), ([a, aPlaces], [p, pPlaces], lotPlaces) => {
      const amount = decimalOf((a / 10 ** aPlaces).toFixed(aPlaces))!;
      const price = decimalOf((p / 10 ** pPlaces).toFixed(pPlaces))!;
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

test("percent become a fraction with the same digits", () => {
  expect([fractionOf("0.5"), fractionOf("100"), fractionOf("2.25")]).toEqual(["0.005", "1", "0.0225"]);
});

test("four quarters are never more than the whole", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(6), (units, places) => {
      const quarter = partOf(fromUnits(units, places), 25, fromUnits(1, places));
      expect(toUnits(Number(quarter), places)).toBe(Math.floor(units / 4));
    }),
  );
});

test("a doubled size has no floating-point error", () => {
  expect([doubled(0.1), doubled(1.005), doubled(3)]).toEqual([0.2, 2.01, 6]);
});

test("the rest of an amount is exact, even with more digits than a number can hold", () => {
  expect([rest("250.5", "1"), rest("1.000001", "1"), rest("1", "1"), rest("1", "2")]).toEqual([
    ...["249.5", "0.000001", undefined, undefined],
  ]);
  expect(rest("9007199254740993.000001", "0.000001")).toBe("9007199254740993");
  expect([isMore("9007199254740993.000002", "9007199254740993.000001"), isMore("1", "1")]).toEqual([true, false]);
  expect([placesIn("1.2345678"), placesIn("5")]).toEqual([7, 0]);
});

test("a product has all its digits, and the right sign", () => {
  expect(product(0.05, 59_863.4)).toBe(2_993.17);
  expect(product(-0.1, 0.2)).toBe(-0.02);
  expect(product(3, 0)).toBe(0);
  // Binary arithmetic gives 0.30000000000000004 and 1.1500000000000001.
  expect([product(0.1, 3), product(1.15, 1)]).toEqual([0.3, 1.15]);
});
