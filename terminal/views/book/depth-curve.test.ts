import { expect, test } from "bun:test";
import type { Level } from "@evermark/client";
import { depthAt, depthOf, priceAt, stepPath, xOf } from "./depth-curve.ts";
import { gridOf } from "./grouping.ts";

const grid = gridOf({ quote_tick: 0.1, base_tick: 0.01 });
const asks: Level[] = [
  [101, 0.1],
  [102, 0.2],
  [110, 5],
];
const bids: Level[] = [
  [99, 0.3],
  [98, 0.4],
];
const frame = { width: 200, height: 100 };

test("depth adds up exactly from the best price outwards, up to the edge of the range", () => {
  expect(depthOf({ asks, bids }, 0.02, grid)).toEqual({
    asks: [
      { price: 101, total: 0.1 },
      { price: 102, total: 0.3 },
    ],
    bids: [
      { price: 99, total: 0.3 },
      { price: 98, total: 0.7 },
    ],
    low: 98,
    high: 102,
    most: 0.7,
  });
  expect(depthOf({ asks, bids }, undefined, grid)).toMatchObject({ low: 89.7, high: 110.3, most: 5.3 });
  expect(depthOf({ asks, bids: [] }, undefined, grid)).toBeUndefined();
});

test("a curve begins at the best price and rises in steps to the edge", () => {
  const depth = depthOf({ asks, bids }, 0.02, grid)!;
  expect(stepPath("bids", depth, frame)).toBe("M50 100H50V59.7H0V6H0");
  expect(stepPath("asks", depth, frame)).toBe("M150 100H150V86.6H200V59.7H200");
  expect(priceAt(xOf(99, depth, frame), depth, frame)).toBe(99);
});

test("the depth at a price is what is offered up to it, or bid down to it", () => {
  const depth = depthOf({ asks, bids }, undefined, grid)!;
  expect(depthAt(105, depth)).toEqual({ price: 102, total: 0.3, isAsk: true });
  expect(depthAt(98.5, depth)).toEqual({ price: 99, total: 0.3, isAsk: false });
  expect(depthAt(100, depth)).toBeUndefined();
});
