import { expect, test } from "bun:test";
import { topicsOf } from "./watch.ts";

test("a market's name alone subscribes to its trades and its best prices", () => {
  expect(topicsOf("PERP_BTC_USDC")).toEqual(["PERP_BTC_USDC@trade", "PERP_BTC_USDC@bbo"]);
});

test("any other word is a topic, unchanged", () => {
  expect(topicsOf("PERP_BTC_USDC@kline_1m")).toEqual(["PERP_BTC_USDC@kline_1m"]);
  expect(topicsOf("executionreport")).toEqual(["executionreport"]);
});
