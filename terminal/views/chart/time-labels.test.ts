import { expect, test } from "bun:test";
import { candleLabel, markLabel } from "./time-labels.ts";

test("labels of candles within a day are in the trader's zone", () => {
  expect(markLabel(new Date(2026, 4, 21, 14, 5), "day", false)).toBe("14:05");
  expect(markLabel(new Date(2026, 4, 21), "time", false)).toBe("21");
  expect(markLabel(new Date(2026, 4, 1), "day", false)).toBe("May");
  expect(markLabel(new Date(2026, 0, 1), "day", false)).toBe("2026");
});

test("labels of days are in UTC", () => {
  const at = new Date(Date.UTC(2026, 4, 1));
  expect(markLabel(at, "day", true)).toBe("1");
  expect(markLabel(at, "month", true)).toBe("May");
  expect(markLabel(at, "year", true)).toBe("2026");
});

test("a candle is named by its start", () => {
  expect(candleLabel(new Date(2026, 4, 21, 14, 5).getTime(), false)).toBe("2026-05-21 14:05");
  expect(candleLabel(Date.UTC(2026, 4, 21), true)).toBe("2026-05-21");
});
