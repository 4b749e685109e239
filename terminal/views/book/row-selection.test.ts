import { expect, test } from "bun:test";
import { gridOf, inQuote } from "./grouping.ts";
import { selectionOf, wantedShare } from "./row-selection.ts";

const GRID = gridOf({ quote_tick: 0.1, base_tick: 0.0001 });
const asks = [
  { price: 60_000.1, quantity: 0.1, total: 0.1 },
  { price: 60_000.5, quantity: 0.2, total: 0.3 },
  { price: 60_001, quantity: 0.7, total: 1 },
];

test("dragging over rows takes everything in them, at their worst price", () => {
  expect(selectionOf(asks, "asks", [0, 1], GRID)).toEqual({
    side: "asks",
    first: 0,
    last: 1,
    best: 60_000.1,
    price: 60_000.5,
    quantity: 0.3,
  });
  expect(selectionOf(asks, "asks", [2, 1], GRID)).toMatchObject({ price: 60_001, quantity: 0.9 });
  expect(selectionOf(asks, "asks", [1, 9], GRID)).toMatchObject({ price: 60_001, quantity: 0.9 });
  expect(selectionOf(asks, "asks", [5, 9], GRID)).toBeUndefined();
});

test("the bids' share is computed from the visible groups", () => {
  const bids = [{ price: 59_999, quantity: 3, total: 3 }];
  expect(wantedShare(asks, bids)).toBe(0.75);
  expect(wantedShare(asks, [])).toBe(0);
  expect(wantedShare([], [])).toBeUndefined();
});

test("sizes can also be in quote currency, and add up from the best price", () => {
  const shown = inQuote(asks.slice(0, 2));
  expect(shown.map(({ quantity, total }) => [quantity, total])).toEqual([
    [6_000.01, 6_000.01],
    [12_000.1, 18_000.11],
  ]);
});
