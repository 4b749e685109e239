import { expect, test } from "bun:test";
import { millis } from "@evermark/engine";
import { ledSeconds } from "./led-seconds.ts";

const prices = {
  at: (second: number) =>
    ({ type: "oracle_prices", prices: [{ market: 0, source: 0, price: second, volume: 0 }] }) as never,
};
const HOUR_MS = 3_600_000;

const led = (before: number, at: number, tape: typeof prices | null = prices) =>
  ledSeconds(before, millis(at), { prices: tape, tapeStart: millis(10_000) }).map((command) =>
    command.type === "oracle_prices"
      ? `${command.at} prices of ${command.prices[0]!.price}`
      : `${command.at} ${command.type}`,
  );

test("each second that has begun has its prices just before its tick, and no second twice", () => {
  expect(led(12_300, 12_999)).toEqual([]);
  expect(led(12_300, 13_000)).toEqual(["12999 prices of 3", "13000 tick"]);
  expect(led(13_000, 13_400)).toEqual([]);
  expect(led(12_999, 14_500)).toEqual(["12999 prices of 3", "13000 tick", "13999 prices of 4", "14000 tick"]);
  expect(led(12_999, 13_500, null)).toEqual(["13000 tick"]);
});

test("nothing is stamped before the batch that it stands behind", () => {
  for (const before of [12_000, 12_001, 12_998, 12_999])
    for (const { at } of ledSeconds(before, millis(20_000), { prices, tapeStart: millis(10_000) }))
      expect(at).toBeGreaterThanOrEqual(before);
});

test("of a long time in which no node led, the last hour has every second, what is before it every fifteenth", () => {
  const ticks = led(0, 2 * HOUR_MS, null);
  expect(ticks.length).toBe(3_600 + 240);
  expect([ticks[0], ticks[239], ticks[240], ticks.at(-1)]).toEqual([
    "15000 tick",
    `${HOUR_MS} tick`,
    `${HOUR_MS + 1_000} tick`,
    `${2 * HOUR_MS} tick`,
  ]);
});
