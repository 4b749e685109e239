import { expect, test } from "bun:test";
import { nextSorting, sorted } from "./sorting.ts";

test("rows can be sorted in both directions, equal ones keep their order, and those without a value are last", () => {
  const rows = [
    { id: 1, at: 5 },
    { id: 2, at: null },
    { id: 3, at: -2 },
    { id: 4, at: 5 },
  ];
  const ids = (isDown: boolean) => sorted(rows, ({ at }) => at, isDown).map(({ id }) => id);
  expect(ids(true)).toEqual([1, 4, 3, 2]);
  expect(ids(false)).toEqual([3, 1, 4, 2]);
  expect(sorted(rows, undefined, true)).toBe(rows);
});

test("pressing a column sorts descending, then ascending, then not", () => {
  const down = nextSorting(null, "size");
  expect(down).toEqual({ column: "size", isDown: true });
  expect(nextSorting(down, "margin")).toEqual({ column: "margin", isDown: true });
  const up = nextSorting(down, "size");
  expect(up).toEqual({ column: "size", isDown: false });
  expect(nextSorting(up, "size")).toBeNull();
});
