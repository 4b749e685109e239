import { expect, test } from "bun:test";
import { tradeKey } from "../market/trade-tape.ts";
import { NO_TRADES, withFills } from "./own-trades.ts";

test("a fill is found on the tape by the taker's side, and gives the account's own", () => {
  const fill = { at: 5, side: "BUY", price: 3_000, quantity: 0.5 } as const;
  const own = withFills(NO_TRADES, [
    { ...fill, isMaker: true },
    { ...fill, at: 6, isMaker: false },
  ]);
  expect(own.get(tradeKey({ at: 5, side: "SELL", price: 3_000, quantity: 0.5 }))).toBe("BUY");
  expect(own.get(tradeKey({ at: 5, side: "BUY", price: 3_000, quantity: 0.5 }))).toBeUndefined();
  expect(own.get(tradeKey({ at: 6, side: "BUY", price: 3_000, quantity: 0.5 }))).toBe("BUY");
});

test("own trades are bounded: the oldest are forgotten", () => {
  const fills = Array.from({ length: 1_001 }, (_, at) => ({
    ...{ at, side: "BUY", price: 1, quantity: 1, isMaker: false },
  })) as Parameters<typeof withFills>[1];
  const own = withFills(NO_TRADES, fills);
  expect(own.size).toBe(500);
  expect(own.has(tradeKey({ at: 1_000, side: "BUY", price: 1, quantity: 1 }))).toBe(true);
});
