import { expect, test } from "bun:test";
import { nextFundingTime } from "./funding-schedule.ts";

test("funding is paid at fixed hours of the day, and after such an hour comes the next", () => {
  const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 20, hour, minute);
  const next = (from: number, period: number) => new Date(nextFundingTime(from, period)).toISOString().slice(8, 16);
  expect([next(at(0) - 1, 8), next(at(0), 8), next(at(15, 59), 8), next(at(16, 1), 8)]).toEqual([
    "20T00:00",
    "20T08:00",
    "20T16:00",
    "21T00:00",
  ]);
  expect([next(at(9), 4), next(at(9) - 1, 1), next(at(9, 1), 1)]).toEqual(["20T12:00", "20T09:00", "20T10:00"]);
});
