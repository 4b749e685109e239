import { expect, test } from "bun:test";
import fc from "fast-check";
import { scrolledTo } from "./scrolled-to.ts";

test("the last tab of a row on a phone scrolls into view, and so does the first", () => {
  expect(scrolledTo({ from: 700, to: 790 }, 0, 390)).toBe(424);
  expect(scrolledTo({ from: 0, to: 80 }, 424, 390)).toBe(0);
});

test("a tab in view together with the edge of its neighbours does not scroll", () => {
  expect(scrolledTo({ from: 200, to: 280 }, 100, 390)).toBe(100);
});

test("whatever the row, a part that fits is in view", () => {
  const size = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(size, size, size, size, (from, length, scrolled, room) => {
      const width = length + room;
      const now = scrolledTo({ from, to: from + length }, scrolled, width);
      expect(now).toBeGreaterThanOrEqual(0);
      expect(now).toBeLessThanOrEqual(from);
      if (room >= 48) expect(now + width).toBeGreaterThanOrEqual(from + length);
    }),
  );
});
