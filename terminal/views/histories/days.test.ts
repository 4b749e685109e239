import { expect, test } from "bun:test";
import { dayAndTime } from "../../format/time.ts";
import { endOfDay, startOfDay } from "./days.ts";

test("a day runs from its first to its last millisecond", () => {
  expect(dayAndTime(startOfDay("2026-05-31")!)).toBe("2026-05-31 00:00:00");
  expect(dayAndTime(endOfDay("2026-05-31")!)).toBe("2026-05-31 23:59:59");
  expect(endOfDay("2026-05-31")! + 1).toBe(startOfDay("2026-06-01")!);
});

test("a field that is not filled in does not limit the list", () => {
  for (const text of ["", "2026-05", "yesterday"]) {
    expect(startOfDay(text)).toBeUndefined();
    expect(endOfDay(text)).toBeUndefined();
  }
});
