import { expect, test } from "bun:test";
import fc from "fast-check";
import { isOpenAt, lineGroups } from "./line-groups.ts";

const at = (y: number, kind = "BUY") => ({ line: `${kind} ${y}`, y, kind });

test("lines close to each other form one group per side, and others remain single", () => {
  const groups = lineGroups([at(200), at(10), at(20, "SELL"), at(30), at(37), at(61)]);
  expect(groups.map((group) => group.map(({ line }) => line))).toEqual([
    ["BUY 10", "BUY 30"],
    ["SELL 20"],
    ["BUY 37", "BUY 61"],
    ["BUY 200"],
  ]);
});

test("two hundred orders have no more labels than fit, and none is lost", () => {
  const heights = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(heights, (each) => {
      const groups = lineGroups(each.map((y) => at(y)));
      expect(groups.length).toBeLessThanOrEqual(500 / 26 + 1);
      expect(groups.flat().map(({ y }) => y)).toEqual(each.toSorted((a, b) => a - b));
    }),
  );
});

test("a pointer opens the group that it is on", () => {
  const [group] = lineGroups([at(100), at(110)]);
  expect([94, 105, 116].map((y) => isOpenAt(group!, y))).toEqual([true, true, true]);
  expect([90, 120, undefined].map((y) => isOpenAt(group!, y))).toEqual([false, false, false]);
});
