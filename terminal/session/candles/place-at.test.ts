import { expect, test } from "bun:test";
import { placeAt } from "./place-at.ts";

test("the candle that contains a time is found", () => {
  const candles = [{ start: 10 }, { start: 20 }, { start: 30 }];
  expect([9, 10, 19, 20, 99].map((at) => placeAt(candles, at))).toEqual([-1, 0, 0, 1, 2]);
});
