import { expect, test } from "bun:test";
import { millis } from "@evermark/engine";
import { ledSeconds, stretch } from "./led-seconds.ts";

const prices = {
  at: (second: number) =>
    ({ type: "oracle_prices", prices: [{ market: 0, source: 0, price: second, volume: 0 }] }) as never,
};
const HOUR_MS = 3_600_000;

const led = (before: number, at: number, tape: typeof prices | null = prices, movedTo = 0) =>
  ledSeconds({ before, at: millis(at), movedTo }, { prices: tape, tapeStart: millis(10_000) }).map((command) =>
    command.type === "oracle_prices"
      ? `${command.at} prices of ${command.prices[0]!.price}`
      : `${command.at} ${command.type}`,
  );

test("each second that has begun has its prices right before its tick, and no second comes twice", () => {
  expect(led(12_300, 12_999)).toEqual([]);
  expect(led(12_300, 13_000)).toEqual(["12999 prices of 3", "13000 tick"]);
  expect(led(13_000, 13_400)).toEqual([]);
  expect(led(12_999, 14_500)).toEqual(["12999 prices of 3", "13000 tick", "13999 prices of 4", "14000 tick"]);
  expect(led(12_999, 13_500, null)).toEqual(["13000 tick"]);
});

test("nothing is stamped before the batch that it follows", () => {
  for (const before of [12_000, 12_001, 12_998, 12_999])
    for (const { at } of ledSeconds({ before, at: millis(20_000), movedTo: 0 }, { prices, tapeStart: millis(10_000) }))
      expect(at).toBeGreaterThanOrEqual(before);
});

test("after a long time in which no node led, the last hour is ticked every second, earlier time every fifteenth", () => {
  const ticks = led(0, 2 * HOUR_MS, null);
  expect(ticks.length).toBe(3_600 + 240);
  expect([ticks[0], ticks[239], ticks[240], ticks.at(-1)]).toEqual([
    "15000 tick",
    `${HOUR_MS} tick`,
    `${HOUR_MS + 1_000} tick`,
    `${2 * HOUR_MS} tick`,
  ]);
});

test("when the clock is moved, each second of the last day is ticked, in stretches, and earlier ones as without a cluster", () => {
  const [from, to] = [12_300, 12_300 + 26 * HOUR_MS];
  const stretches = [from];
  const ticks: string[] = [];
  while (stretches.at(-1)! < to) {
    const before = stretches.at(-1)!;
    const at = stretch(before, to);
    const own = led(before, at, null, to);
    expect(own.length).toBeWithin(1, 251);
    expect(Number.parseInt(own.at(-1)!, 10)).toBe(Math.floor(at / 1_000) * 1_000);
    ticks.push(...own);
    stretches.push(at);
  }
  expect(stretches.at(-1)).toBe(to);
  // Every fifteenth second of the first two hours.
  const lastOfThem = 2 * HOUR_MS + 15_000;
  expect(ticks.length).toBe(481 + 86_397);
  expect([ticks[0], ticks[1], ticks[480], ticks[481], ticks.at(-1)]).toEqual(
    [15_000, 30_000, lastOfThem, lastOfThem + 1_000, 12_000 + 26 * HOUR_MS].map((at) => `${at} tick`),
  );
  expect(stretch(12_300, 12_700)).toBe(12_700);
});
