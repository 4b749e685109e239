import { expect, test } from "bun:test";
import fc from "fast-check";
import { flexOf, resizedPair } from "./panel-sizes.ts";

test("a handle takes from one panel what it gives to the other, and neither falls below its minimum", () => {
  expect(resizedPair([300, 500], [200, 260], 40)).toEqual([340, 460]);
  expect(resizedPair([300, 500], [200, 260], -150)).toEqual([200, 600]);
  expect(resizedPair([300, 500], [200, 260], Number.POSITIVE_INFINITY)).toEqual([540, 260]);
  const px = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(px, px, px, px, fc.integer({ min: -3_000, max: 3_000 }), (before, after, least, other, by) => {
      const [one, two] = resizedPair([before, after], [least, other], by);
      expect(one + two).toBe(before + after);
      expect(one).toBeGreaterThanOrEqual(Math.min(before, least));
      expect(two).toBeGreaterThanOrEqual(Math.min(after, other));
    }),
  );
});

test("a panel with its own size keeps it, the others share the remaining space", () => {
  expect(flexOf(310, undefined)).toEqual({ flexGrow: 0, flexBasis: 310 });
  expect(flexOf(310, 400)).toEqual({ flexGrow: 0, flexBasis: 400 });
  expect(flexOf(undefined, undefined)).toEqual({ flexGrow: 1, flexBasis: 0 });
  expect(flexOf(undefined, 700)).toEqual({ flexGrow: 700, flexBasis: 0 });
});
