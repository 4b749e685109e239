import { expect, test } from "bun:test";
import fc from "fast-check";
import { fromUnits, toUnits } from "../../format/exact.ts";
import { doubled, partOf, typedDecimal } from "./sizes.ts";

test("a part of a position is in whole steps, and never more than was asked for", () => {
  expect(partOf(0.03, 25, 0.00001)).toBe(0.0075);
  expect(partOf(0.07, 50, 0.01)).toBe(0.03);
  expect(partOf(0.01, 25, 0.01)).toBe(0);
  expect(partOf(1.1, 75, 0.1)).toBe(0.8);
  // Also where the position itself is not in whole steps, all of it is all of it.
  expect(partOf(0.015, 100, 0.01)).toBe(0.015);
});

test("four quarters are never more than the whole", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(6), (units, places) => {
      const quarter = partOf(fromUnits(units, places), 25, fromUnits(1, places));
      expect(toUnits(quarter, places)).toBe(Math.floor(units / 4));
    }),
  );
});

test("twice a size has no dust", () => {
  expect([doubled(0.1), doubled(1.005), doubled(3)]).toEqual([0.2, 2.01, 6]);
});

test("what is typed is a decimal above nothing, or not yet one", () => {
  expect(["0.5", ".5", "1.", "070"].map(typedDecimal)).toEqual(["0.5", "0.5", "1", "70"]);
  expect(["", ".", "0", "0.00", "1e5", "-1"].map(typedDecimal)).toEqual(Array(6).fill(undefined));
});
