import { expect, test } from "bun:test";
import { nearest } from "./drawing-scale.ts";

const candle = { open: 100, high: 150, low: 80, close: 120 };
/** A pixel is a price, upside down. */
const heightOf = (price: number) => 200 - price;

test("an anchor goes to the price of its candle that is nearest, if one is near", () => {
  expect(nearest(candle, heightOf(146), heightOf)).toBe(150);
  expect(nearest(candle, heightOf(104), heightOf)).toBe(100);
  expect(nearest(candle, heightOf(76), heightOf)).toBe(80);
  expect(nearest(candle, heightOf(135), heightOf)).toBeUndefined();
});

test("what is out of sight is never near", () => {
  expect(nearest(candle, 50, () => undefined)).toBeUndefined();
});
