import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, MINUTE_MS } from "../sums/candle-sums.ts";
import { PastPrices, priceTimes } from "./past-prices.ts";

const START = Date.parse("2026-05-20T10:05:32Z");
const SECONDS_5 = 5_000;
const HOURS_6 = DAY_MS / 4;

interface Trade {
  readonly at: number;
  readonly price: number;
}

const anyTrades = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.nat(20_000), fc.nat(10 * MINUTE_MS), fc.nat(DAY_MS)),
      price: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = START;
    return steps.map(({ wait, price }): Trade => {
      at += wait;
      return { at, price };
    });
  });

/** The price at a moment is that of the last trade before it. */
const priceBefore = (trades: readonly Trade[], moment: number): number =>
  trades.filter(({ at }) => at < moment).at(-1)?.price ?? 0;

/** Every moment whose price is known at a time. */
function momentsOf(now: number): number[] {
  const moments = (step: number, span: number): number[] => {
    const last = Math.floor(now / step) * step;
    return Array.from({ length: span / step + 1 }, (_, i) => last - i * step);
  };
  return [...moments(SECONDS_5, MINUTE_MS), ...moments(MINUTE_MS, DAY_MS), ...moments(HOURS_6, 30 * DAY_MS)];
}

test("the price at a moment is that of the last trade before it, up to a minute, a day and a month back", () => {
  fc.assert(
    fc.property(anyTrades, fc.nat(2 * DAY_MS), (trades, later) => {
      const past = new PastPrices(START);
      for (const { price, at } of trades) past.add(price, at);
      const now = (trades.at(-1)?.at ?? START) + later;
      past.advance(now);
      for (const moment of momentsOf(now)) {
        expect([moment, past.at(moment)]).toEqual([moment, priceBefore(trades, moment)]);
      }
    }),
    { numRuns: 30 },
  );
});

test("after a start, prices continue from what history returns", () => {
  fc.assert(
    fc.property(anyTrades, fc.nat(60), fc.nat(DAY_MS), (trades, count, later) => {
      const before = trades.slice(0, count);
      const now = (before.at(-1)?.at ?? START) + 1;
      const times = priceTimes(now);
      const closes = new Map(before.map(({ at, price }) => [Math.floor(at / MINUTE_MS) * MINUTE_MS, price]));
      const minutes = Array.from(closes, ([start, close]) => ({ start, close }));
      const prices = times.map((time) => priceBefore(before, time));
      const past = PastPrices.restored(times, prices, minutes, before);
      for (const { price, at } of trades.slice(count)) past.add(price, at);
      const end = (trades.at(-1)?.at ?? START) + later;
      past.advance(end);
      for (const moment of momentsOf(end)) {
        expect([moment, past.at(moment)]).toEqual([moment, priceBefore(trades, moment)]);
      }
    }),
    { numRuns: 30 },
  );
});

test("moments between the steps, in the future, or too far back are not known", () => {
  const past = new PastPrices(START);
  past.add(7, START);
  past.advance(START + 3 * DAY_MS);
  const minute = Math.floor(START / MINUTE_MS) * MINUTE_MS + 3 * DAY_MS;
  expect(past.at(minute)).toBe(7);
  expect([past.at(minute + 1), past.at(minute + MINUTE_MS), past.at(minute - 2 * DAY_MS)]).toEqual([0, 0, 0]);
});
