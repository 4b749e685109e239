import { expect, test } from "bun:test";
import fc from "fast-check";
import { apartPpm, middleOf, ONE_E18, readPrice } from "./exact-price.ts";
import { worthOf } from "./quote-worth.ts";

const SPREAD_MAX = 25_000;
const worth = (bid: unknown, ask: unknown, last: unknown) =>
  worthOf({ pair: "A", bid, ask, last, at: null }, SPREAD_MAX);
const report = (price: string): { price: bigint } => ({ price: readPrice(price)! });

test("a price is the middle one of bid, ask and last", () => {
  expect(worth("99", "101", "100")).toEqual(report("100"));
  expect(worth("99", "101", "98")).toEqual(report("99"));
  expect(worth("99", "101", "250")).toEqual(report("101"));
});

test("without a last price it is the middle of bid and ask, and without those the last price", () => {
  expect(worth("99", "101", undefined)).toEqual(report("100"));
  expect(worth(undefined, null, "98.5")).toEqual(report("98.5"));
});

test("a book that is crossed, too wide or one-sided gives no price, whatever was traded", () => {
  expect(worth("101", "99", "100")).toEqual({ nothing: "crossed book" });
  expect(worth("100", "100", "100")).toEqual(report("100"));
  expect(worth("100", "102.5", "100")).toEqual(report("100"));
  expect(worth("100", "102.501", "100")).toEqual({ nothing: "spread too wide" });
  // As in Bitget's documentation.
  expect(worth("1792", "2200.1", "2200.10")).toEqual({ nothing: "spread too wide" });
  for (const empty of [undefined, null, "", "0", "0.000", 0]) {
    expect(worth("100", empty, "100")).toEqual({ nothing: "one side of its book is empty" });
  }
});

test("an unreadable price is not skipped: the quote gives no price", () => {
  for (const bad of ["-1", "abc", "1e99", "1,5", " 1", -1, Number.POSITIVE_INFINITY, {}, [], true, "9".repeat(80)]) {
    expect(worth("99", "101", bad)).toEqual({ nothing: "a price that can't be read" });
    expect(worth(undefined, undefined, bad)).toEqual({ nothing: "a price that can't be read" });
  }
  expect(worth(undefined, undefined, undefined)).toEqual({ nothing: "no price in its message" });
});

test("digits of text and of JSON numbers are read as they are", () => {
  expect(readPrice("0.000011052345")).toBe(11_052_345_000_000n);
  expect(readPrice("60000.1")).toBe((600_001n * ONE_E18) / 10n);
  expect(readPrice(0.1 + 0.2)).toBe(300_000_000_000_000_040n);
  expect(readPrice(1e-7)).toBe(100_000_000_000n);
  expect(readPrice("1.5E+3")).toBe(1_500n * ONE_E18);
  // Digits beyond the 18th decimal are cut off.
  expect(readPrice("1.0000000000000000019")).toBe(ONE_E18 + 1n);
  expect(readPrice("0.0000000000000000001")).toBeUndefined();
});

test("every decimal that a venue may write is read exactly", () => {
  const digits = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 18 }), (value, places) => {
      const text = value.toString().padStart(places + 1, "0");
      const written = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
      expect(readPrice(written)).toBe(value * 10n ** BigInt(18 - places));
    }),
  );
});

test("the middle and the distance of prices are exact", () => {
  expect(middleOf([3n, 1n, 2n])).toBe(2n);
  expect(middleOf([3n, 1n, 2n, 10n])).toBe(2n);
  expect(middleOf([7n])).toBe(7n);
  expect(apartPpm(100n, 101n)).toBe(10_000);
  expect(apartPpm(101n, 100n)).toBe(10_000);
});
