import { expect, test } from "bun:test";
import fc from "fast-check";
import { inSight } from "./in-sight.ts";

test("visible rows are rendered, and few others", () => {
  expect(inSight({ count: 200, row: 20, top: 0, height: 400 })).toEqual({ first: 0, after: 25 });
  expect(inSight({ count: 200, row: 20, top: 1_000, height: 400 })).toEqual({ first: 45, after: 75 });
  expect(inSight({ count: 3, row: 20, top: 0, height: 400 })).toEqual({ first: 0, after: 3 });
  fc.assert(
    fc.property(fc.nat(500), fc.nat(10_000), fc.nat(2_000), (count, top, height) => {
      const { first, after } = inSight({ count, row: 20, top, height });
      expect(0 <= first && first <= after && after <= count).toBe(true);
      for (let row = 0; row < count; row++) {
        const isSeen = (row + 1) * 20 > top && row * 20 < top + height;
        if (isSeen) expect(first <= row && row < after).toBe(true);
      }
      expect(after - first).toBeLessThanOrEqual(height / 20 + 12);
    }),
  );
});
