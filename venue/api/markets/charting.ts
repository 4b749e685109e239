// Answers to charting libraries, from the same candles as `GET /v1/kline`. Interface 4.10, errors 8.2.

import { E8, type MarketParameters } from "@evermark/engine";
import { CHART_RESOLUTIONS, charting } from "@evermark/interface/markets/charting.ts";
import type { BesideOf, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import type { CandleRow } from "../../history/index.ts";
import { JsonText } from "../../http/envelope/envelope.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { type CandleInterval, DAY_MS, intervalBounds } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";
import { invalid } from "../../wire/api-error.ts";
import { fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import { allMarkets, marketOf } from "../named/named-market.ts";
import { latestCandles } from "./candles.ts";
import { SharedReads } from "./shared-reads.ts";

const SECOND_MS = 1_000;
const BARS_MAX = 2_000;
const KLINES_MAX = 1_000;
const LOOK_EVERY_MS = 1_000;
const SHORTEST_MONTH_MS = 28 * DAY_MS;
const OK = "ok" as const;
const NO_DATA = "no_data" as const;

type Resolution = QueryOf<typeof charting.getChartBars>["resolution"];

const INTERVALS: Readonly<Record<Resolution, CandleInterval>> = {
  "1": "1m",
  "3": "3m",
  "5": "5m",
  "15": "15m",
  "30": "30m",
  "60": "1h",
  "240": "4h",
  "720": "12h",
  "1D": "1d",
  "1W": "1w",
  "1M": "1M",
  D: "1d",
  W: "1w",
  M: "1M",
};
const MINUTES = CHART_RESOLUTIONS.filter((resolution) => /^\d+$/.test(resolution));

const getChartConfig = bind(charting.getChartConfig, ({ venue }) => {
  const exchange = exchangeOf(venue);
  const restsUntilCancelled = {
    id: "GTC",
    title: "Good till cancelled",
    hasDatePicker: false,
    hasTimePicker: false,
    default: true,
    supportedOrderTypes: ["limit"],
  };
  return {
    s: OK,
    d: {
      accountSummaryRow: [],
      accountManager: [],
      durations: [restsUntilCancelled],
      orderCustomFields: [],
      orderHistoryCustomFields: [],
      positionCustomFields: [],
      pullingInterval: {
        quotes: LOOK_EVERY_MS,
        orders: LOOK_EVERY_MS,
        positions: LOOK_EVERY_MS,
        accountManager: LOOK_EVERY_MS,
        balances: LOOK_EVERY_MS,
      },
    },
    supported_resolutions: [...CHART_RESOLUTIONS],
    supports_group_request: true,
    supports_search: false,
    supports_marks: false,
    supports_timescale_marks: false,
    supports_time: false,
    exchanges: [{ value: exchange, name: exchange, desc: "Perpetual futures" }],
    symbols_types: [{ value: "crypto", name: "Crypto" }],
  };
});

/** The venue's name in a list of exchanges. */
function exchangeOf({ configuration }: Venue): string {
  return configuration.brand.toUpperCase();
}

const getChartSymbols = bind(charting.getChartSymbols, ({ venue }) => {
  const markets = allMarkets(venue).map((market) => venue.engine.market(market).parameters);
  const column = <Value>(read: (parameters: MarketParameters) => Value): Value[] => markets.map(read);
  const each = <Value>(value: Value): Value[] => markets.map(() => value);
  const symbols = column(({ symbol }) => symbol);
  const bases = column(({ symbol }) => symbol.split("_")[1]!);
  const scales = column(priceScale);
  const exchanges = each(exchangeOf(venue));
  return {
    s: OK,
    symbol: symbols,
    description: bases.map((base) => `${base} / USDC perpetual`),
    currency: each("USDC"),
    "base-currency": bases,
    "exchange-listed": exchanges,
    "exchange-traded": exchanges,
    minmovement: scales.map(({ step }) => step),
    minmovement2: each(0),
    fractional: each(false),
    pricescale: scales.map(({ unitsInOne }) => unitsInOne),
    root: bases,
    "root-description": bases,
    "has-intraday": each(true),
    "has-no-volume": each(false),
    type: each("crypto"),
    "is-cfd": each(false),
    ticker: symbols,
    timezone: each("Etc/UTC"),
    "session-regular": each("24x7"),
    "session-extended": each("24x7"),
    "session-premarket": each(""),
    "session-postmarket": each(""),
    "supported-resolutions": each([...CHART_RESOLUTIONS]),
    "has-daily": each(true),
    "intraday-multipliers": each(MINUTES),
    "has-weekly-and-monthly": each(true),
    pointvalue: each(1),
    expiration: each(null),
    "bar-source": each("trade"),
    "bar-transform": each("none"),
    "bar-fillgaps": each("true"),
    isin: each(""),
    wkn: each(""),
  };
});

/** A price step as a fraction of a power of ten: 0.25 is 25 units, of which 100 make 1. */
function priceScale({ quoteTick }: MarketParameters): { readonly step: number; readonly unitsInOne: number } {
  let step: number = quoteTick;
  let unitsInOne = E8;
  for (; step % 10 === 0 && unitsInOne > 1; unitsInOne /= 10) step /= 10;
  return { step, unitsInOne };
}

const bars = new SharedReads<JsonText<BesideOf<typeof charting.getChartBars>>>();

const getChartBars = bind(charting.getChartBars, ({ venue, query }) => {
  const { symbol, resolution, from, to, countback } = query;
  const market = marketOf(venue, symbol);
  requireOrder(from, to);
  const interval = INTERVALS[resolution];
  const limit = Math.min(countback ?? BARS_MAX, BARS_MAX);
  const since = countback === undefined ? from : Number.NEGATIVE_INFINITY;
  const { start: newest } = intervalBounds(interval, venue.clock.now());
  return bars.of(venue, [market, interval, since, to, limit, newest], async () => {
    const found = await barsOf(venue, { market, interval, since, to, limit });
    if (found.t.length > 0) return new JsonText(JSON.stringify({ s: OK, ...found }));
    const [last] = (await latestCandles(venue, { market, interval, limit: 1 })).filter(
      ({ start }) => start < to * SECOND_MS,
    );
    const nextTime = last === undefined ? {} : { nextTime: last.start / SECOND_MS };
    return new JsonText(JSON.stringify({ s: NO_DATA, ...found, ...nextTime }));
  });
});

const getChartKlines = bind(charting.getChartKlines, async ({ venue, query }) => {
  const { symbol, resolution, from = Number.NEGATIVE_INFINITY, limit = KLINES_MAX } = query;
  const market = marketOf(venue, symbol);
  const to = query.to ?? Math.floor(venue.clock.now() / SECOND_MS) + 1;
  requireOrder(from, to);
  // Only this interval is spelled differently here than on the streams.
  const interval: CandleInterval = resolution === "1mon" ? "1M" : resolution;
  const candles = await candlesOf(venue, { market, interval, since: from, to, limit });
  const { parameters } = venue.engine.market(market);
  const s = candles.length > 0 ? OK : NO_DATA;
  return { s, ...columnsOf(parameters, candles), a: candles.map(({ amount }) => fromMicros(amount)) };
});

/** @throws {ApiError} -1005 */
function requireOrder(from: number, to: number): void {
  if (from > to) throw invalid("from must not be after to", { from, to });
}

interface CandleRange {
  readonly market: number;
  readonly interval: CandleInterval;
  /** In seconds: no candle begins before `since`, and all begin before `to`. */
  readonly since: number;
  readonly to: number;
  readonly limit: number;
}

async function barsOf(venue: Venue, wanted: CandleRange) {
  return columnsOf(venue.engine.market(wanted.market).parameters, await candlesOf(venue, wanted));
}

async function candlesOf(venue: Venue, { market, interval, since, to, limit }: CandleRange): Promise<CandleRow[]> {
  const until = Math.min(to * SECOND_MS - 1, venue.clock.now());
  if (until < 0 || since * SECOND_MS > until) return [];
  const { start, end } = intervalBounds(interval, until);
  // Asks for no more candles than the range can hold, because history would read all of them.
  const count = Math.ceil((until - since * SECOND_MS) / Math.min(end - start, SHORTEST_MONTH_MS)) + 1;
  const candles = await latestCandles(venue, { market, interval, limit: Math.min(limit, count), until });
  return candles.filter(({ start }) => start >= since * SECOND_MS);
}

function columnsOf(parameters: MarketParameters, candles: readonly CandleRow[]): Omit<Bars, "s" | "nextTime"> {
  const prices = (name: "open" | "high" | "low" | "close") =>
    candles.map((candle) => priceOf(parameters, candle[name]));
  return {
    t: candles.map(({ start }) => start / SECOND_MS),
    o: prices("open"),
    h: prices("high"),
    l: prices("low"),
    c: prices("close"),
    v: candles.map(({ volume }) => quantityOf(parameters, volume)),
  };
}

type Bars = BesideOf<typeof charting.getChartBars>;

export const chartingBindings: readonly Binding[] = [getChartConfig, getChartSymbols, getChartBars, getChartKlines];
