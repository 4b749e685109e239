import { expect, test } from "bun:test";
import fc from "fast-check";
import { difference, fromUnits, toUnits } from "./exact.ts";

test("a decimal is a whole number of its last place, and itself again", () => {
  expect([toUnits(0.35, 2), toUnits(1e-7, 7), toUnits(60_000, 1), toUnits(-1.15, 2)]).toEqual([35, 1, 600_000, -115]);
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), fc.nat(10), (units, places) => {
      expect(toUnits(fromUnits(units, places), places)).toBe(units);
    }),
  );
});

test("a difference has no dust", () => {
  expect(difference(0.3, 0.1)).toBe(0.2);
  expect(difference(3_001.34, 2_998.1)).toBe(3.24);
  expect(difference(1, 1)).toBe(0);
});
