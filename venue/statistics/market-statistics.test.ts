import { describe, expect, test } from "bun:test";
import type { EngineReader, TradeReport } from "@evermark/engine";
import fc from "fast-check";
import type { CandleRow } from "../history/index.ts";
import {
  addTrade,
  type Candle,
  type CandleTrade,
  candleOfTrade,
  DAY_MS,
  MINUTE_MS,
  rollUp,
} from "../sums/candle-sums.ts";
import { LateStatistics } from "./late-statistics.ts";
import { createMarketStatistics } from "./market-statistics.ts";
import { RollingWindow } from "./rolling-window.ts";
import { RunningCandles } from "./running-candles.ts";

const START = Date.parse("2026-05-20T10:05:30Z");
const MARK = 77;

/** One market, in which a tick of a lot is 10 micros; odd accounts belong to the builder `odd`, the others to `even`. */
const engine = {
  marketCount: 1,
  market: () => ({ microsPerTickLot: 10, lastPrice: 0, mark: MARK }),
  account: (account: number) => ({ brokerId: account % 2 === 0 ? "even" : "odd" }),
} as unknown as EngineReader;

function venue(start = START) {
  const clock = {
    time: start,
    now() {
      return this.time;
    },
  };
  const statistics = createMarketStatistics(engine, clock);
  let matchId = 0;
  const trade = (price: number, quantity: number, makerAccount = 1, takerAccount = 2): void => {
    matchId += 1;
    const at = clock.now();
    const report = { market: 0, matchId, price, quantity, takerSide: "BUY", makerAccount, takerAccount, at };
    statistics.consumer.trade(report as TradeReport);
  };
  return { clock, statistics, trade };
}

describe("the rolling day", () => {
  test("a market without a trade shows its mark price and no volume", () => {
    expect(venue().statistics.rollingDay(0)).toEqual({
      open: MARK,
      close: MARK,
      high: MARK,
      low: MARK,
      volume: 0,
      amount: 0,
      count: 0,
    });
  });

  test("trades leave it by whole minutes after 24 hours", () => {
    const { clock, statistics, trade } = venue();
    trade(100, 3);
    clock.time += 2 * MINUTE_MS;
    trade(90, 1);
    expect(statistics.rollingDay(0)).toMatchObject({
      open: 100,
      high: 100,
      low: 90,
      close: 90,
      volume: 4,
      amount: 3_900,
    });
    clock.time = START + DAY_MS;
    expect(statistics.rollingDay(0).count).toBe(2);
    clock.time += MINUTE_MS;
    expect(statistics.rollingDay(0)).toMatchObject({ open: 90, high: 90, volume: 1, count: 1 });
    clock.time += 2 * MINUTE_MS;
    expect(statistics.rollingDay(0)).toMatchObject({ open: MARK, volume: 0, count: 0 });
  });

  test("a builder's volume counts each leg of its accounts, at the market's prices", () => {
    const { statistics, trade } = venue();
    trade(100, 3, 1, 2);
    trade(110, 2, 4, 6);
    expect(statistics.rollingDayOfBroker(0, "even")).toMatchObject({ open: 100, close: 110, volume: 7, count: 3 });
    expect(statistics.rollingDayOfBroker(0, "odd")).toMatchObject({ high: 110, volume: 3, amount: 3_000, count: 1 });
    expect(statistics.rollingDayOfBroker(0, "unknown")).toMatchObject({ close: 110, volume: 0, amount: 0, count: 0 });
  });

  test("sliding by minutes gives the sum of the trades that are young enough", () => {
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: DAY_MS / 3 }), price: fc.integer({ min: 1, max: 99 }) }),
    );
    fc.assert(
      fc.property(steps, (moves) => {
        const window = new RollingWindow();
        const trades: CandleTrade[] = [];
        let now = START;
        for (const { wait, price } of moves) {
          now += wait;
          const trade = { at: now, price, quantity: 1, notional: price };
          trades.push(trade);
          window.add(trade);
          const since = Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
          const prices = trades.filter(({ at }) => at >= since).map((t) => t.price);
          expect(window.total(now)).toMatchObject({
            open: prices[0],
            close: price,
            high: Math.max(...prices),
            low: Math.min(...prices),
            count: prices.length,
          });
        }
      }),
    );
  });
});

describe("a market listed before the clock's time, like a sandbox's with days behind it", () => {
  for (const isLate of [false, true]) {
    test(`has each trade in the candle of its own time${isLate ? ", also where history is to come" : ""}`, () => {
      const empty = { ...engine, marketCount: 0 } as EngineReader;
      const create = () => createMarketStatistics(empty, { now: () => START });
      const statistics = isLate ? new LateStatistics(create, 0) : create();
      const trades = [-3 * DAY_MS, -2 * 3_600_000, -90_000, -1_000].map((ago, i) => ({
        at: START + ago,
        price: 10 + i,
      }));
      statistics.consumer.marketListed(0, (trades[0]!.at - 1) as never);
      for (const [matchId, { at, price }] of trades.entries()) {
        const report = {
          market: 0,
          matchId,
          price,
          quantity: 1,
          takerSide: "BUY",
          makerAccount: 1,
          takerAccount: 2,
          at,
        };
        statistics.consumer.trade(report as TradeReport);
      }
      const counts = (["1m", "5m", "4h", "1d", "1w"] as const).map((interval) => [
        statistics.runningCandle(0, interval, START).count,
        statistics.runningCandle(0, interval, START).open,
      ]);
      expect(counts).toEqual([
        [1, 13],
        [1, 13],
        [3, 11],
        [3, 11],
        [3, 11],
      ]);
      expect(statistics.priceAt(0, START - (START % MINUTE_MS) - 60 * MINUTE_MS)).toBe(11);
    });
  }
});

describe("running candles", () => {
  test("a candle that has ended is kept in its final state when the next one opens", () => {
    const { clock, statistics, trade } = venue();
    trade(100, 1);
    trade(105, 1);
    expect(statistics.endedCandle(0, "1m", clock.now())).toBeUndefined();
    clock.time += MINUTE_MS;
    expect(statistics.endedCandle(0, "1m", clock.now())).toMatchObject({ open: 100, close: 105, volume: 2 });
    expect(statistics.runningCandle(0, "1m", clock.now())).toMatchObject({
      open: 105,
      high: 105,
      close: 105,
      volume: 0,
    });
    expect(statistics.runningCandle(0, "1h", clock.now())).toMatchObject({ open: 100, close: 105, volume: 2 });
  });

  test("before the first trade every price is the mark price", () => {
    const { clock, statistics } = venue();
    clock.time += MINUTE_MS;
    expect(statistics.runningCandle(0, "5m", clock.now())).toMatchObject({ open: MARK, close: MARK, volume: 0 });
    expect(statistics.endedCandle(0, "1m", clock.now())).toMatchObject({ open: MARK, close: MARK, volume: 0 });
  });

  test("the running candle equals the last candle of rolling up all trades", () => {
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: DAY_MS }), price: fc.integer({ min: 1, max: 99 }) }),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(steps, fc.constantFrom("1m", "30m", "12h", "1w", "1M"), (moves, interval) => {
        const running = new RunningCandles(START);
        const minutes: Candle[] = [];
        let now = START;
        for (const { wait, price } of moves) {
          now += wait;
          const trade = { at: now, price, quantity: 1, notional: price };
          const minute = minutes.at(-1);
          if (minute !== undefined && now < minute.end) addTrade(minute, trade);
          else minutes.push(candleOfTrade("1m", trade));
          running.add(trade);
        }
        const last = rollUp(minutes, interval).at(-1);
        expect(running.current(interval, now, MARK)).toEqual(last!);
      }),
    );
  });
});

test("the latest trades are returned newest first, as copies", () => {
  const { statistics, trade } = venue();
  for (let i = 1; i <= 1_200; i += 1) trade(i, 1);
  expect(statistics.recentTrades(0, 3).map((t) => t.price)).toEqual([1_200, 1_199, 1_198]);
  expect(statistics.recentTrades(0, 10_000)).toHaveLength(500);
});

test("figures restored from history equal those of a venue that never stopped", async () => {
  const before = venue(Date.parse("2026-05-20T23:00:00Z"));
  const minutes: Candle[] = [];
  for (let i = 0; i < 300; i += 1) {
    before.clock.time += 37_000;
    const [price, quantity] = [100 + (i % 17), 1 + (i % 5)];
    before.trade(price, quantity);
    const trade = { at: before.clock.time, price, quantity, notional: price * quantity * 10 };
    const minute = minutes.at(-1);
    if (minute !== undefined && trade.at < minute.end) addTrade(minute, trade);
    else minutes.push(candleOfTrade("1m", trade));
  }
  const legs = (brokerId: string) =>
    minutes.map(({ start, volume, amount, count }) => ({ brokerId, market: 0, start, volume, amount, count }));

  const after = venue(before.clock.time);
  const asked = after.statistics.wanted();
  after.statistics.restore(
    {
      markets: [
        {
          trades: before.statistics.recentTrades(0, asked.tradesMax).map((trade) => ({ market: 0, ...trade })),
          minutes: minutes.filter((minute) => minute.start >= asked.candlesSince) as CandleRow[],
          prices: asked.priceTimes.map((time) => minutes.findLast((minute) => minute.start < time)?.close ?? 0),
        },
      ],
      brokerMinutes: [...legs("even"), ...legs("odd")],
      accountMinutes: [],
    },
    asked,
  );
  const figures = ({ clock, statistics }: typeof after) => ({
    day: statistics.rollingDay(0),
    brokers: ["even", "odd"].map((brokerId) => statistics.rollingDayOfBroker(0, brokerId)),
    trades: statistics.recentTrades(0, 500).map(({ price, at }) => [price, at]),
    prices: [5_000, MINUTE_MS, 6 * 60 * MINUTE_MS].map((step) => {
      const last = Math.floor(clock.now() / step) * step;
      return Array.from({ length: 4 }, (_, i) => statistics.priceAt(0, last - i * step));
    }),
    candles: (["1m", "5m", "4h", "1d", "1w", "1M"] as const).map((interval) => [
      statistics.endedCandle(0, interval, clock.now()) ?? "none since the start",
      statistics.runningCandle(0, interval, clock.now()),
    ]),
  });
  const [old, rebuilt] = [figures(before), figures(after)];
  // Nothing is restored from before the month: only a venue that saw a week or month end knows it.
  expect({ ...rebuilt, candles: rebuilt.candles.slice(0, 4) }).toEqual({ ...old, candles: old.candles.slice(0, 4) });
  expect(rebuilt.candles.map((pair) => pair[1])).toEqual(old.candles.map((pair) => pair[1]));
});
