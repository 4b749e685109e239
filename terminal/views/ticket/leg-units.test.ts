import { expect, test } from "bun:test";
import type { MarketRules } from "@evermark/client";
import { figureOf, triggerOf } from "./leg-units.ts";

const rule = { quote_tick: 0.1, base_tick: 0.00001, quote_min: 0.1, quote_max: 1_000_000 } as MarketRules;
const long = { isLong: true, entry: 60_000, quantity: 0.05 };
const short = { ...long, isLong: false };

test("a percentage or a profit becomes a price on the tick, on the correct side", () => {
  expect(triggerOf("takeProfit", "percent", "2.5", long, rule)).toBe("61500");
  expect(triggerOf("stopLoss", "percent", "2.5", long, rule)).toBe("58500");
  expect(triggerOf("takeProfit", "percent", "2.5", short, rule)).toBe("58500");
  expect(triggerOf("stopLoss", "profit", "100", short, rule)).toBe("62000");
  expect(triggerOf("takeProfit", "profit", "0.01", { ...long, quantity: 0.03 }, rule)).toBe("60000.3");
});

test("input that can't become a price becomes none", () => {
  for (const typed of ["", "0", "1,5", "abc"]) {
    expect(triggerOf("takeProfit", "percent", typed, long, rule)).toBeUndefined();
  }
  expect(triggerOf("takeProfit", "profit", "10", { ...long, quantity: 0 }, rule)).toBeUndefined();
  expect(triggerOf("stopLoss", "percent", "100", long, rule)).toBeUndefined();
});

test("a price is converted to the other units, but not when it is on the wrong side", () => {
  expect(figureOf("takeProfit", "percent", "61500", long)).toBe("2.5");
  expect(figureOf("stopLoss", "profit", "58,500", long)).toBe("75");
  expect(figureOf("stopLoss", "percent", "61500", long)).toBe("");
  expect(figureOf("takeProfit", "percent", "", long)).toBe("");
});
