// Values of the public topics: one function for each topic that has a current value. The engine's units are converted
// here. Streams 5.3, 6 and 7.

import type { AnnouncementView, LiquidationEvent, MarketView } from "@evermark/engine";
import type { ChartInterval, TopicData, TopicInterval, TopicKey } from "@evermark/interface/streams/topics.ts";
import { historyCharts, priceChanges, tradersOpenInterests } from "../statistics/market-figures.ts";
import type { RollingDay } from "../statistics/market-statistics.ts";
import type { RunningInterval } from "../statistics/running-candles.ts";
import { type Candle, MINUTE_MS } from "../sums/candle-sums.ts";
import type { Venue } from "../venue.ts";
import { fromE10, fromMicros, priceOf, quantityOf } from "../wire/decimals.ts";
import { spotSymbolOf } from "../wire/spot-symbol.ts";
import { workingStatus } from "../wire/working-status.ts";
import { bestPricesOf, presentBest } from "./numbers/best-prices.ts";

/** The subject of a topic. */
export interface TopicTarget {
  /** -1 when the topic is about all markets. */
  readonly market: number;
  /** Spelled as in the topic. */
  readonly symbol: string;
  readonly brokerId: string;
  readonly interval: TopicInterval | "";
}

/** Levels on each side of `<symbol>@orderbook`. */
const BOOK_LEVELS = 100;

type Source = Pick<Venue, "engine" | "statistics">;

/** The current value of a topic at venue time `now`. */
export type Value<Data = unknown> = (venue: Source, target: TopicTarget, now: number) => Data;

export const publicValues = {
  ticker: (venue, { market }) => tickerOf(venue, market, venue.statistics.rollingDay(market)),
  tickers: (venue) => everyMarket(venue, (market) => tickerOf(venue, market, venue.statistics.rollingDay(market))),
  brokerTicker: (venue, { market, brokerId }) =>
    tickerOf(venue, market, venue.statistics.rollingDayOfBroker(market, brokerId)),
  brokerTickers: (venue, { brokerId }) =>
    everyMarket(venue, (market) => tickerOf(venue, market, venue.statistics.rollingDayOfBroker(market, brokerId))),
  bbos: ({ engine }) =>
    everyMarket({ engine }, (market) => presentBest(engine.market(market).parameters, bestPricesOf(engine, market))),
  orderbook: (venue, { market }) => {
    const { parameters } = venue.engine.market(market);
    const side = (word: "BUY" | "SELL"): [number, number][] =>
      venue.engine
        .bookSide(market, word, BOOK_LEVELS)
        .map(({ price, quantity }) => [priceOf(parameters, price), quantityOf(parameters, quantity)]);
    return { symbol: parameters.symbol, asks: side("SELL"), bids: side("BUY") };
  },
  kline: (venue, target, now) =>
    klineOf(venue, target, venue.statistics.runningCandle(target.market, intervalOf(target), now)),
  markprice: (venue, { market }) => markPriceOf(venue.engine.market(market)),
  markprices: (venue) => everyMarket(venue, (market) => markPriceOf(venue.engine.market(market))),
  indexprice: (venue, { market, symbol }) => indexPriceOf(venue.engine.market(market), symbol),
  indexprices: (venue) =>
    everyMarket(venue, (market) => {
      const view = venue.engine.market(market);
      return indexPriceOf(view, spotSymbolOf(view.parameters.symbol));
    }),
  openinterest: (venue, { market }) => {
    const { parameters, openInterest } = venue.engine.market(market);
    return { symbol: parameters.symbol, openInterest: quantityOf(parameters, openInterest) };
  },
  estfundingrate: (venue, { market }, now) => {
    const { parameters, estFundingRate } = venue.engine.market(market);
    const fundingTs = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    return { symbol: parameters.symbol, fundingRate: fromE10(estFundingRate), fundingTs };
  },
  price_changes: (venue, _, now) => priceChanges(venue, now),
  traders_open_interests: (venue) => tradersOpenInterests(venue),
  // The topic grammar accepts only the intervals of charts.
  history_charts: (venue, { interval }, now) => historyCharts(venue, interval as ChartInterval, now),
  maintenance_status: ({ engine }) => {
    const { status, msg, window } = workingStatus(engine);
    if (window === null) return { status, msg, scheduled_maintenance: null };
    const { startAt, endAt } = window;
    const scheduled = { startTime: startAt, endTime: endAt, start_time: startAt, end_time: endAt };
    return { status, msg, scheduled_maintenance: scheduled };
  },
} satisfies { readonly [Key in TopicKey]?: Value<TopicData<Key>> };

export type ValueKey = keyof typeof publicValues;

/** The final state of the candle that ended last; undefined when none has ended since the start. Streams 6.4. */
export function endedKline(venue: Source, target: TopicTarget, now: number): TopicData<"kline"> | undefined {
  const candle = venue.statistics.endedCandle(target.market, intervalOf(target), now);
  return candle === undefined ? undefined : klineOf(venue, target, candle);
}

/** The interval that a word names; the month has two words. */
export function intervalOf({ interval }: Pick<TopicTarget, "interval">): RunningInterval {
  return interval === "1mon" || interval === "" ? "1M" : interval;
}

/** An announcement at the moment it is made. Streams 7. */
export function announcementOf({
  announcementId,
  message,
  url,
  kind,
  at,
}: AnnouncementView): TopicData<"announcement"> {
  return {
    announcement_id: announcementId,
    message,
    url: url === "" ? null : url,
    type: kind === "" ? null : kind,
    i18n: {},
    updated_time: at,
  };
}

/** An entry of the public list of liquidations, in its current state. Streams 7. */
export function liquidationEntryOf(
  engine: Source["engine"],
  offer: Extract<LiquidationEvent, { type: "offered" }>,
): TopicData<"liquidation">[number] {
  return {
    liquidationId: offer.liquidationId,
    timestamp: offer.at,
    type: offer.kind,
    positionsByPerp: offer.positions.map(({ market, quantity, feeRate }) => {
      const { parameters } = engine.market(market);
      return {
        symbol: parameters.symbol,
        positionQty: quantityOf(parameters, quantity),
        liquidatorFee: fromE10(feeRate),
      };
    }),
  };
}

function everyMarket<Row>({ engine }: Pick<Source, "engine">, row: (market: number) => Row): Row[] {
  return Array.from({ length: engine.marketCount }, (_, market) => row(market));
}

function tickerOf({ engine }: Source, market: number, day: RollingDay): TopicData<"ticker"> {
  const { parameters } = engine.market(market);
  return {
    symbol: parameters.symbol,
    open: priceOf(parameters, day.open),
    close: priceOf(parameters, day.close),
    high: priceOf(parameters, day.high),
    low: priceOf(parameters, day.low),
    volume: quantityOf(parameters, day.volume),
    amount: fromMicros(day.amount),
    count: day.count,
  };
}

function klineOf({ engine }: Source, { market, interval }: TopicTarget, candle: Candle): TopicData<"kline"> {
  const { parameters } = engine.market(market);
  return {
    symbol: parameters.symbol,
    type: interval === "" ? "1M" : interval,
    open: priceOf(parameters, candle.open),
    close: priceOf(parameters, candle.close),
    high: priceOf(parameters, candle.high),
    low: priceOf(parameters, candle.low),
    volume: quantityOf(parameters, candle.volume),
    amount: fromMicros(candle.amount),
    startTime: candle.start,
    endTime: candle.end,
  };
}

function markPriceOf({ parameters, mark }: MarketView): TopicData<"markprice"> {
  return { symbol: parameters.symbol, price: priceOf(parameters, mark) };
}

function indexPriceOf({ parameters, index, settlementPrice }: MarketView, symbol: string): TopicData<"indexprice"> {
  const price = priceOf(parameters, index);
  return { symbol, price, ...(settlementPrice > 0 && { settlementPrice: priceOf(parameters, settlementPrice) }) };
}
