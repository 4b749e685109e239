// The rolling 24-hour figures, candles and recent trades of each market, and each account's last 24 hours: kept in memory from
// the engine's events, and restored from history at start. Streams 6.3 and 6.4, market snapshot of interface 2.2.

import type { Consumer, VenueClock } from "@evermark/core";
import { type EngineReader, silent, type TradeReport } from "@evermark/engine";
import { type FiguresAsked, type FillSumsRow, LATEST_TRADES, type RunningFigures } from "../history/index.ts";
import { type Candle, type CandleTrade, DAY_MS, MINUTE_MS } from "../sums/candle-sums.ts";
import { sumsOfFill, sumsOfFunding, sumsOfTransfer } from "../sums/fill-sums.ts";
import { AccountDays } from "./account-days.ts";
import { PastPrices, priceTimes } from "./past-prices.ts";
import { RollingWindow } from "./rolling-window.ts";
import { longestRunningSince, RunningCandles, type RunningInterval } from "./running-candles.ts";

/** The rolling 24 hours of a market, by minute buckets. Prices in ticks, volume in lots, amount in micros. */
export interface RollingDay {
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
  readonly amount: number;
  readonly count: number;
}

interface RecentTrade {
  readonly matchId: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: "BUY" | "SELL";
  readonly at: number;
  /** The account that took; null for trades from before that was stored. */
  readonly taker: number | null;
}

export interface MarketStatistics {
  rollingDay(market: number): RollingDay;
  /** The same, with the volume, amount and count of one builder's accounts; each leg counts. */
  rollingDayOfBroker(market: number, brokerId: string): RollingDay;
  /** Newest first, at most 500. @throws {HistoryUnavailable} while trades from before the start are not known */
  recentTrades(market: number, limit: number): RecentTrade[];
  /** The candle that runs at `now`. Without a trade in it, every price is the last close, or the mark price if there is none. */
  runningCandle(market: number, interval: RunningInterval, now: number): Candle;
  /** The candle before it, in its final state; undefined when none has ended since the start. */
  endedCandle(market: number, interval: RunningInterval, now: number): Candle | undefined;
  /**
   * The price, in ticks, at a moment on one of the trails of `PastPrices`; 0 if there was no price yet, or it is not
   * known.
   */
  priceAt(market: number, moment: number): number;
  /**
   * The sums of the account's fills, transfers and funding of the last 24 hours, by whole minutes. Positions without
   * any may be absent, or zero.
   */
  fillSums(account: number): FillSumsRow[];
}

/** Statistics, and the consumer that feeds them. */
export interface FedMarketStatistics extends MarketStatistics {
  /** Has to get every event of every command after the position up to which the figures were restored. */
  readonly consumer: Consumer;
}

/** Statistics that can be restored from history. */
export interface LiveMarketStatistics extends FedMarketStatistics {
  /** The figures to request from history for `restore`. */
  wanted(): FiguresAsked;
  /** Takes over history's answer, before the first event. */
  restore(figures: RunningFigures, asked: FiguresAsked): void;
}

interface Series {
  readonly microsPerTickLot: number;
  readonly day: RollingWindow;
  readonly candles: RunningCandles;
  past: PastPrices;
  /** Oldest first; trimmed when there are twice as many trades as can be requested. */
  trades: RecentTrade[];
  readonly brokers: Map<string, RollingWindow>;
}

export function createMarketStatistics(engine: EngineReader, clock: VenueClock): LiveMarketStatistics {
  const listed = (market: number): Series => newSeries(engine.market(market).microsPerTickLot, clock.now());
  const markets = Array.from({ length: engine.marketCount }, (_, market) => listed(market));
  const accountDays = new AccountDays();
  /** The builder of each account, cached: it never changes, and asking the engine for each trade would cost more. */
  const brokerByAccount: string[] = [];

  const seriesOf = (market: number): Series => {
    markets[market] ??= listed(market);
    return markets[market];
  };
  const brokerOf = (account: number): string => {
    brokerByAccount[account] ??= engine.account(account).brokerId;
    return brokerByAccount[account];
  };
  /** The price where no trade sets one: the last price, however old, else the mark price. */
  const knownPrice = (market: number): number => {
    const view = engine.market(market);
    return view.lastPrice || view.mark;
  };

  const rollingDay = (market: number): RollingDay => {
    const total = seriesOf(market).day.total(clock.now());
    if (total !== undefined) return dayOf(total);
    const price = knownPrice(market);
    return { open: price, close: price, high: price, low: price, volume: 0, amount: 0, count: 0 };
  };

  return {
    rollingDay,
    rollingDayOfBroker(market, brokerId) {
      const legs = seriesOf(market).brokers.get(brokerId)?.total(clock.now());
      const { volume, amount, count } = legs ?? { volume: 0, amount: 0, count: 0 };
      return { ...rollingDay(market), volume, amount, count };
    },
    recentTrades(market, limit) {
      const { trades } = seriesOf(market);
      const count = Math.min(limit, LATEST_TRADES, trades.length);
      return trades.slice(trades.length - count).reverse();
    },
    runningCandle: (market, interval, now) => seriesOf(market).candles.current(interval, now, knownPrice(market)),
    endedCandle: (market, interval, now) => seriesOf(market).candles.previous(interval, now, knownPrice(market)),
    priceAt(market, moment) {
      const { past } = seriesOf(market);
      past.advance(clock.now());
      return past.at(moment);
    },
    fillSums: (account) => accountDays.of(account, clock.now()),

    consumer: {
      ...silent,
      // Candles run from the listing on, even if no client asks for them. A sandbox's first commands are days old.
      marketListed(market, at) {
        markets[market] ??= newSeries(engine.market(market).microsPerTickLot, at);
      },
      trade(report) {
        const series = seriesOf(report.market);
        const trade = candleTradeOf(report, series.microsPerTickLot);
        series.day.add(trade);
        series.candles.add(trade);
        series.past.add(report.price, report.at);
        windowOf(series, brokerOf(report.makerAccount)).add(trade);
        windowOf(series, brokerOf(report.takerAccount)).add(trade);
        const { matchId, price, quantity, takerSide, at, takerAccount: taker } = report;
        remember(series, { matchId, price, quantity, takerSide, at, taker });
      },
      order(report) {
        if (report.cause !== "fill") return;
        const { account, market, marginMode, at } = report;
        const sums = sumsOfFill(report, seriesOf(market).microsPerTickLot);
        accountDays.add({ account, market, marginMode, at, ...sums });
      },
      transfer(transfer) {
        const { account, market, marginMode, at } = transfer;
        const sums = sumsOfTransfer(transfer, seriesOf(market).microsPerTickLot);
        accountDays.add({ account, market, marginMode, at, ...sums });
      },
      funding(event) {
        if (event.type !== "paid") return;
        const { account, market, marginMode, fee, at } = event;
        accountDays.add({ account, market, marginMode, at, ...sumsOfFunding(fee) });
      },
      commandEnd() {},
    },

    wanted() {
      const now = clock.now();
      const daySince = daySinceOf(now);
      const candlesSince = Math.min(longestRunningSince(now), daySince);
      const counts = { markets: engine.marketCount, tradesMax: LATEST_TRADES };
      return { ...counts, candlesSince, daySince, priceTimes: priceTimes(now) };
    },

    restore({ markets: restored, brokerMinutes, accountMinutes }, { candlesSince, daySince, priceTimes: times }) {
      for (const [market, { trades, minutes, prices }] of restored.entries()) {
        const series = newSeries(engine.market(market).microsPerTickLot, candlesSince);
        markets[market] = series;
        series.trades = trades.map(recentTradeOf).reverse();
        series.past = PastPrices.restored(times, prices, minutes, series.trades);
        for (const minute of minutes) {
          series.candles.restore(minute);
          if (minute.start >= daySince) series.day.restore(minute);
        }
      }
      for (const row of brokerMinutes) {
        const { start, volume, amount, count } = row;
        // The market was listed later in the journal than the engine's position, so the replay will restore everything again.
        if (row.market >= engine.marketCount) continue;
        // Only the sums of a builder's window are read.
        const legs = { start, end: start + MINUTE_MS, open: 0, high: 0, low: 0, close: 0, volume, amount, count };
        windowOf(seriesOf(row.market), row.brokerId).restore(legs);
      }
      for (const row of accountMinutes) accountDays.add({ ...row, at: row.start });
    },
  };
}

function daySinceOf(now: number): number {
  return Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
}

function newSeries(microsPerTickLot: number, now: number): Series {
  return {
    microsPerTickLot,
    day: new RollingWindow(),
    candles: new RunningCandles(now),
    past: new PastPrices(now),
    trades: [],
    brokers: new Map(),
  };
}

function windowOf(series: Series, brokerId: string): RollingWindow {
  const known = series.brokers.get(brokerId);
  if (known !== undefined) return known;
  const created = new RollingWindow();
  series.brokers.set(brokerId, created);
  return created;
}

function remember(series: Series, trade: RecentTrade): void {
  series.trades.push(trade);
  if (series.trades.length >= 2 * LATEST_TRADES) series.trades = series.trades.slice(-LATEST_TRADES);
}

function dayOf({ open, close, high, low, volume, amount, count }: Readonly<Candle>): RollingDay {
  return { open, close, high, low, volume, amount, count };
}

/** One tick times one lot is a whole number of micros, so the notional is exact. */
function candleTradeOf({ at, price, quantity }: TradeReport, microsPerTickLot: number): CandleTrade {
  return { at, price, quantity, notional: price * quantity * microsPerTickLot };
}

/** Drops the market, because each list is of one market. */
function recentTradeOf({ matchId, price, quantity, takerSide, at, taker }: RecentTrade): RecentTrade {
  return { matchId, price, quantity, takerSide, at, taker };
}
