import { expect, test } from "bun:test";
import { nextPlace } from "./palette-keys.ts";

const press = (key: string, held: "ctrlKey" | "metaKey" | "altKey" | "none" = "none") => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  [held]: true,
});
/** Three groups: rows 0 to 2, row 3, and rows 4 to 5. */
const SIZES = [3, 1, 2];

test("arrows move from row to row, and wrap around from the last to the first", () => {
  expect(nextPlace(press("ArrowDown"), 0, SIZES)).toBe(1);
  expect(nextPlace(press("ArrowUp"), 3, SIZES)).toBe(2);
  expect(nextPlace(press("ArrowDown"), 5, SIZES)).toBe(0);
  expect(nextPlace(press("ArrowUp"), 0, SIZES)).toBe(5);
  expect(nextPlace(press("n", "ctrlKey"), 1, SIZES)).toBe(2);
  expect(nextPlace(press("k", "ctrlKey"), 1, SIZES)).toBe(0);
});

test("Home and End, and arrows with Cmd, go to the ends; arrows with Alt from group to group", () => {
  expect(nextPlace(press("Home"), 4, SIZES)).toBe(0);
  expect(nextPlace(press("End"), 0, SIZES)).toBe(5);
  expect(nextPlace(press("ArrowUp", "metaKey"), 4, SIZES)).toBe(0);
  expect(nextPlace(press("ArrowDown", "metaKey"), 0, SIZES)).toBe(5);
  expect(nextPlace(press("ArrowDown", "altKey"), 1, SIZES)).toBe(3);
  expect(nextPlace(press("ArrowUp", "altKey"), 4, SIZES)).toBe(3);
  expect(nextPlace(press("ArrowDown", "altKey"), 5, SIZES)).toBe(0);
  expect(nextPlace(press("ArrowUp", "altKey"), 1, SIZES)).toBe(4);
});

test("typing moves nothing, and in an empty list no key does", () => {
  expect(nextPlace(press("n"), 0, SIZES)).toBeUndefined();
  expect(nextPlace(press("Enter"), 0, SIZES)).toBeUndefined();
  expect(nextPlace(press("ArrowDown"), 0, [])).toBeUndefined();
  expect(nextPlace(press("End"), 0, [])).toBeUndefined();
});
