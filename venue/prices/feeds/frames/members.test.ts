import { expect, test } from "bun:test";
import { millisOf } from "./members.ts";
import { portionsOf } from "./portions.ts";

test("a venue's time is read in any unit", () => {
  const at = 1_700_000_000_123;
  for (const same of [
    at,
    String(at),
    at * 1_000,
    "1700000000123000",
    "1700000000123000000",
    "2023-11-14T22:13:20.123Z",
  ]) {
    expect(millisOf(same)).toBe(at);
  }
  expect(millisOf(1_700_000_000)).toBe(1_700_000_000_000);
  expect(millisOf("1700000000.5")).toBe(1_700_000_000_500);
  expect(millisOf("2023-11-14T22:13:20.123456Z")).toBe(at);
});

test("values that are no time give NaN", () => {
  for (const none of [undefined, null, "", "soon", -1, 0, Number.NaN, {}, [], true, "1".repeat(50)]) {
    expect(millisOf(none)).toBeNaN();
  }
});

test("portions keep the order, and none is empty", () => {
  expect(portionsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(portionsOf([], 2)).toEqual([]);
});
