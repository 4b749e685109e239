import { expect, test } from "bun:test";
import fc from "fast-check";
import { CANDLE_INTERVALS } from "../../sums/candle-sums.ts";
import { inEveryDatabase } from "../testing/databases.ts";
import { anyTapeStep, TAPE_MARKETS, TAPE_START } from "../testing/event-tape.ts";
import { projectTape } from "../testing/projected.ts";

const anySteps = fc.array(anyTapeStep, { minLength: 20, maxLength: 200 });

inEveryDatabase((fresh, runs) => {
  test("candles of every interval equal a fold over the trades one by one, with gaps filled", () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 1, max: 40 }), fc.nat(100_000_000), (steps, limit, later) => {
        const { queries, naive, now } = projectTape(steps, { tables: fresh() });
        for (const interval of CANDLE_INTERVALS) {
          for (const until of [now, TAPE_START + 60_000, now + later]) {
            expect(queries.candles(0, interval, limit, until)).toEqual(naive.candles(0, interval, limit, until));
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test("a market without a trade has no candle", () => {
    const { queries, now } = projectTape([{ kind: "place", choice: 0 }], { tables: fresh() });
    expect(queries.candles(0, "1m", 100, now)).toEqual([]);
  });

  test("asking for more years than there are returns those that there are", () => {
    const { queries, now } = projectTape(
      [
        { kind: "place", choice: 0 },
        { kind: "match", choice: 1 },
      ],
      { tables: fresh() },
    );
    expect(queries.candles(0, "1y", 5000, now)).toHaveLength(1);
  });

  test("the tape is newest first and cut at the limit", () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 1, max: 20 }), (steps, limit) => {
        const { queries, naive } = projectTape(steps, { tables: fresh() });
        for (let market = 0; market <= TAPE_MARKETS; market++) {
          expect(queries.trades(market, limit)).toEqual(naive.trades(market, limit));
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test("minutes since a time are those with trades; a builder's minutes count each leg of its accounts", () => {
    fc.assert(
      fc.property(anySteps, fc.nat(300_000), (steps, age) => {
        const { queries, naive, now } = projectTape(steps, { tables: fresh() });
        const minute = Math.floor((now - age) / 60_000) * 60_000;
        const before = naive.tradeRows.filter((row) => row.market === 1 && row.at < minute).at(-1);
        const minutes = naive.candles(1, "1m", 60, now).filter((candle) => candle.count > 0);
        const request = {
          markets: 2,
          tradesMax: 5,
          candlesSince: now - 59 * 60_000,
          daySince: now - age,
          priceTimes: [minute],
        };
        const figures = queries.runningFigures(request);
        expect(figures.markets[1]).toEqual({ trades: naive.trades(1, 5), minutes, prices: [before?.price ?? 0] });
        expect(figures.brokerMinutes).toEqual(naive.brokerMinutesSince(now - age));
      }),
      { numRuns: runs(20) },
    );
  });
});
