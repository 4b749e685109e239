import { expect, test } from "bun:test";
import { nearest } from "./drawing-scale.ts";

const candle = { open: 100, high: 150, low: 80, close: 120 };
/** One pixel per unit of price, downwards. */
const heightOf = (price: number) => 200 - price;

test("an anchor snaps to the nearest price of its candle, if one is close", () => {
  expect(nearest(candle, heightOf(146), heightOf)).toBe(150);
  expect(nearest(candle, heightOf(104), heightOf)).toBe(100);
  expect(nearest(candle, heightOf(76), heightOf)).toBe(80);
  expect(nearest(candle, heightOf(135), heightOf)).toBeUndefined();
});

test("a price without a position on the chart is never close", () => {
  expect(nearest(candle, 50, () => undefined)).toBeUndefined();
});
