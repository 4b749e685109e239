import { expect, test } from "bun:test";
import { marginOf, returnOf, worthOf } from "./position-figures.ts";

const short = {
  position_qty: -0.4,
  mark_price: 2_988.27,
  average_open_price: 2_998.96,
  imr: 0.1,
  unrealized_pnl: 4.276,
};

test("a position's value is its size at the mark price, whichever side it is on", () => {
  expect(worthOf(short)).toBe(1_195.308);
  expect(marginOf(short)).toBe(119.5308);
});

test("a profit is relative to the margin that the position was opened with", () => {
  // 4.276 of 119.9584
  expect(returnOf(short)).toBe(0.0356);
  expect(returnOf({ ...short, unrealized_pnl: -12 })).toBe(-0.1);
  expect(returnOf({ ...short, average_open_price: 0 })).toBe(0);
});
