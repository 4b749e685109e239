import { expect, test } from "bun:test";
import { daysOfPage, presentDay } from "./statistics.ts";

const TODAY = 20_000;
const request = { start: 0, end: 30_000, isAll: false, page: 1, size: 25 };

test("a page has the newest days that are over, and the next page those before", () => {
  expect(daysOfPage(request, TODAY)).toEqual({ from: 19_975, to: 19_999 });
  expect(daysOfPage({ ...request, page: 2 }, TODAY)).toEqual({ from: 19_950, to: 19_974 });
  expect(daysOfPage({ ...request, start: 19_990, end: 19_992 }, TODAY)).toEqual({ from: 19_990, to: 19_992 });
  expect(daysOfPage({ ...request, start: 19_990, end: 19_992, size: 2 }, TODAY)).toEqual({ from: 19_991, to: 19_992 });
});

test("old days are shown when they are asked for", () => {
  expect(daysOfPage({ ...request, size: 500 }, TODAY)).toEqual({ from: 19_910, to: 19_999 });
  expect(daysOfPage({ ...request, size: 500, isAll: true }, TODAY)).toEqual({ from: 19_500, to: 19_999 });
});

test("beyond the last page, and in the future, there are no days", () => {
  for (const page of [5, 1_000_000_000]) {
    const { from, to } = daysOfPage({ ...request, page }, TODAY);
    expect(from).toBeGreaterThan(to);
  }
  const { from, to } = daysOfPage({ ...request, start: TODAY }, TODAY);
  expect(from).toBeGreaterThan(to);
});

test("a day is shown by its date, with the figures at its end", () => {
  expect(presentDay({ day: TODAY, value: 10_020e6, pnl: -1, volume: 6e6, fee: 1, trades: 1 })).toEqual({
    date: "2024-10-04",
    account_value: 10_020,
    perp_volume: 6,
    pnl: -0.000001,
    snapshot_time: Date.UTC(2024, 9, 5),
  });
});
