import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  addTrade,
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  type CandleTrade,
  candleOfTrade,
  fillGaps,
  intervalBounds,
  rollUp,
} from "./candle-sums.ts";

const at = (text: string): number => Date.parse(text);

const anyTrades = fc
  .array(
    fc.record({
      at: fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-03-01T00:00:00Z") }),
      price: fc.integer({ min: 1, max: 1_000_000 }),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      notional: fc.integer({ min: 1, max: 1_000_000_000 }),
    }),
    { maxLength: 60 },
  )
  .map((trades) => trades.toSorted((a, b) => a.at - b.at));

function fold(trades: readonly CandleTrade[], interval: CandleInterval): Candle[] {
  const candles: Candle[] = [];
  for (const trade of trades) {
    const current = candles.at(-1);
    if (current !== undefined && trade.at < current.end) addTrade(current, trade);
    else candles.push(candleOfTrade(interval, trade));
  }
  return candles;
}

describe("intervals", () => {
  const cases: [CandleInterval, string, string, string][] = [
    ["1m", "2026-05-20T09:25:43.700Z", "2026-05-20T09:25:00Z", "2026-05-20T09:26:00Z"],
    ["4h", "2026-05-20T09:25:43.700Z", "2026-05-20T08:00:00Z", "2026-05-20T12:00:00Z"],
    ["12h", "2026-05-20T12:00:00Z", "2026-05-20T12:00:00Z", "2026-05-21T00:00:00Z"],
    ["1w", "2026-05-20T09:25:43Z", "2026-05-18T00:00:00Z", "2026-05-25T00:00:00Z"],
    ["1w", "2026-05-24T23:59:59.999Z", "2026-05-18T00:00:00Z", "2026-05-25T00:00:00Z"],
    ["1M", "2028-02-29T12:00:00Z", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"],
    ["1M", "2026-12-31T23:59:59Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
    ["1y", "2026-05-20T09:25:43Z", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"],
  ];
  for (const [interval, time, start, end] of cases) {
    test(`the ${interval} of ${time} starts at ${start}`, () => {
      expect(intervalBounds(interval, at(time))).toEqual({ start: at(start), end: at(end) });
    });
  }

  test("a week starts on a Monday, whatever the time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: at("2100-01-01T00:00:00Z") }), (time) => {
        const { start, end } = intervalBounds("1w", time);
        expect(new Date(start).getUTCDay()).toBe(1);
        expect(start <= time && time < end).toBe(true);
      }),
    );
  });
});

test("a candle has the first, last, highest and lowest price, and sums the rest", () => {
  const start = at("2026-05-20T09:25:00Z");
  const trades = [100, 130, 90, 110].map((price, i) => ({ at: start + i, price, quantity: 2, notional: price * 2 }));
  expect(fold(trades, "1m")).toEqual([
    { start, end: start + 60_000, open: 100, high: 130, low: 90, close: 110, volume: 8, amount: 860, count: 4 },
  ]);
});

test("rolling up minutes gives the same candles as the trades themselves", () => {
  fc.assert(
    fc.property(anyTrades, fc.constantFrom(...CANDLE_INTERVALS), (trades, interval) => {
      expect(rollUp(fold(trades, "1m"), interval)).toEqual(fold(trades, interval));
    }),
  );
});

describe("gaps", () => {
  const start = at("2026-05-20T09:00:00Z");
  const minute = (n: number) => start + n * 60_000;
  const traded = fold([{ at: minute(2) + 5, price: 7, quantity: 1, notional: 7 }], "1m");

  test("a minute without a trade repeats the last close with no volume", () => {
    const filled = fillGaps(traded, "1m", { from: minute(1), until: minute(4), closeBefore: 5 });
    expect(filled.map((c) => [c.start, c.open, c.close, c.volume])).toEqual([
      [minute(1), 5, 5, 0],
      [minute(2), 7, 7, 1],
      [minute(3), 7, 7, 0],
      [minute(4), 7, 7, 0],
    ]);
  });

  test("a market without an earlier close starts at its first candle", () => {
    const filled = fillGaps(traded, "1m", { from: minute(0), until: minute(3) });
    expect(filled.map((c) => c.start)).toEqual([minute(2), minute(3)]);
    expect(fillGaps([], "1m", { from: minute(0), until: minute(9) })).toEqual([]);
  });

  test("candles before the range are left out", () => {
    expect(fillGaps(traded, "1m", { from: minute(3), until: minute(3) })).toEqual([]);
  });

  test("filled candles are contiguous, also where months have different lengths", () => {
    fc.assert(
      fc.property(anyTrades, fc.constantFrom<CandleInterval>("1w", "1M", "1y"), (trades, interval) => {
        const until = at("2027-03-01T00:00:00Z");
        const filled = fillGaps(fold(trades, interval), interval, { from: at("2026-01-01T00:00:00Z"), until });
        for (const [i, candle] of filled.entries()) if (i > 0) expect(candle.start).toBe(filled[i - 1]!.end);
        expect(filled.reduce((sum, c) => sum + c.count, 0)).toBe(trades.length);
      }),
    );
  });
});
