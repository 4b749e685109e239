// The indicators give the same values as a published library does for the same candles.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { ATR, BollingerBands, CCI, EMA, MACD, MFI, ROC, SMA, Stochastic, WilliamsR, WMA } from "technicalindicators";
import type { Candle } from "../../../session/candles/candle-list.ts";
import { band, weightedAverage } from "./bands.ts";
import { type Indicator, valuesOf } from "./indicator.ts";
import { convergence, exponentialAverage, simpleAverage } from "./moving-average.ts";
import { commodityChannel, moneyFlow, rateOfChange, stochastic, williams } from "./oscillators.ts";
import { averageTrueRange } from "./true-range.ts";

/** Prices that never stand still: for those that do, the library's values differ from ours. */
const anyCandles = fc
  .array(
    fc.record({
      step: fc.integer({ min: -50, max: 50 }),
      wick: fc.integer({ min: 1, max: 40 }),
      volume: fc.integer({ min: 1, max: 900 }),
    }),
    {
      minLength: 45,
      maxLength: 90,
    },
  )
  .map((rows) => {
    let close = 5_000;
    return rows.map(({ step, wick, volume }, at): Candle => {
      const open = close;
      close += step;
      const [low, high] = [Math.min(open, close) - wick, Math.max(open, close) + 2 * wick];
      return { start: at * 60_000, open, high, low, close, volume, amount: close * volume };
    });
  })
  .filter((candles) => candles.every((candle, at) => at === 0 || threeOf(candle) !== threeOf(candles[at - 1]!)));

const threeOf = ({ high, low, close }: Candle): number => high + low + close;

interface Columns {
  readonly period: number;
  readonly values: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  readonly volume: number[];
}

type Compared = readonly [
  make: (length: number) => Indicator<unknown>,
  library: (columns: Columns) => readonly number[],
  /** Where the library rounds, and begins later than it could. */
  except?: { readonly by: number; readonly later: number },
];

const as = (indicator: unknown) => indicator as Indicator<unknown>;
const bands = ({ period, values }: Columns) => BollingerBands.calculate({ period, values, stdDev: 2 });
const AVERAGES = { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9, SimpleMAOscillator: false, SimpleMASignal: false };

const COMPARED: Readonly<Record<string, Compared>> = {
  "simple average": [(n) => as(simpleAverage(n)), (of) => SMA.calculate(of)],
  "exponential average": [(n) => as(exponentialAverage(n)), (of) => EMA.calculate(of)],
  "weighted average": [(n) => as(weightedAverage(n)), (of) => WMA.calculate(of)],
  "upper band": [(n) => as(band(n, 1)), (of) => bands(of).map(({ upper }) => upper)],
  "lower band": [(n) => as(band(n, -1)), (of) => bands(of).map(({ lower }) => lower)],
  stochastic: [(n) => as(stochastic(n)), (of) => Stochastic.calculate({ ...of, signalPeriod: 3 }).map(({ k }) => k)],
  "Williams' %R": [(n) => as(williams(n)), (of) => WilliamsR.calculate(of)],
  "commodity channel": [(n) => as(commodityChannel(n)), (of) => CCI.calculate(of)],
  "rate of change": [(n) => as(rateOfChange(n)), (of) => ROC.calculate(of)],
  "money flow": [(n) => as(moneyFlow(n)), (of) => MFI.calculate(of), { by: 0.0051, later: 1 }],
  "average true range": [(n) => as(averageTrueRange(n)), (of) => ATR.calculate(of)],
  "convergence of averages": [
    () => as(convergence),
    ({ values }) =>
      MACD.calculate({ values, ...AVERAGES }).flatMap(({ MACD: value }) => (value === undefined ? [] : [value])),
  ],
};

for (const [name, [make, library, except]] of Object.entries(COMPARED)) {
  test(`the ${name} is that of a published library`, () => {
    fc.assert(
      fc.property(anyCandles, fc.integer({ min: 2, max: 20 }), (candles, period) => {
        const own = valuesOf(make(period));
        own.update(candles, 0, true);
        const column = (of: (candle: Candle) => number) => candles.map(of);
        const close = column((candle) => candle.close);
        const rest = { high: column(({ high }) => high), low: column(({ low }) => low) };
        const wanted = library({ period, values: close, close, ...rest, volume: column(({ volume }) => volume) });
        const said = own.values.filter((value) => value !== undefined).slice(except?.later);
        expect(said.length).toBe(wanted.length);
        for (const [at, value] of said.entries()) {
          expect(Math.abs(value - wanted[at]!)).toBeLessThanOrEqual(except?.by ?? 1e-7 * Math.max(1, Math.abs(value)));
        }
      }),
      { numRuns: 40 },
    );
  });

  test(`the ${name} of a candle that runs is the one of all candles computed at once`, () => {
    fc.assert(
      fc.property(anyCandles, fc.integer({ min: 2, max: 20 }), (candles, period) => {
        const [live, whole] = [valuesOf(make(period)), valuesOf(make(period))];
        const last = candles.at(-1)!;
        live.update(candles.slice(0, -1), 0, true);
        live.update([...candles.slice(0, -1), { ...last, close: last.low }], candles.length - 1, true);
        live.update(candles, candles.length - 1, true);
        whole.update(candles, 0, true);
        expect(live.values).toEqual(whole.values);
      }),
      { numRuns: 20 },
    );
  });
}
