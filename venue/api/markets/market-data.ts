// Answers about public market data, all read from memory except the candles, which history keeps. Interface 4.2.

import type { MarketParameters, Side } from "@evermark/engine";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { JsonText } from "../../http/envelope/envelope.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { type CandleInterval, intervalBounds } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";
import { fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import { workingStatus } from "../../wire/working-status.ts";
import { namedBroker } from "../named/named-broker.ts";
import { allMarkets, marketOf } from "../named/named-market.ts";
import { latestCandles } from "./candles.ts";
import { presentSnapshot, presentSymbolRule } from "./present-market.ts";
import { SharedAnswers } from "./shared-answers.ts";
import { SharedReads } from "./shared-reads.ts";
import { highestLeverage } from "./venue-facts.ts";

const TRADES_MAX = 500;
const BOOK_LEVELS_DEFAULT = 100;
const CANDLES_DEFAULT = 100;

const getSymbols = bind(marketData.getSymbols, ({ venue }) => ({
  rows: allMarkets(venue).map((market) => presentSymbolRule(venue.engine.market(market))),
}));

const getSymbol = bind(marketData.getSymbol, ({ venue, params }) =>
  presentSymbolRule(venue.engine.market(marketOf(venue, params.symbol))),
);

const getMarkets = bind(marketData.getMarkets, ({ venue }) => ({
  rows: allMarkets(venue).map((market) => snapshotOf(venue, market)),
}));

const snapshots = new SharedAnswers();

const getMarket = bind(marketData.getMarket, ({ venue, params }) => {
  const market = marketOf(venue, params.symbol);
  return new JsonText(snapshots.of(venue, { market, variant: 0 }, () => JSON.stringify(snapshotOf(venue, market))));
});

function snapshotOf(venue: Venue, market: number) {
  return presentSnapshot(venue.engine.market(market), venue.statistics.rollingDay(market));
}

const getBuilderMarkets = bind(marketData.getBuilderMarkets, ({ venue, query }) => {
  const { symbol, broker_id: brokerId } = query;
  if (brokerId !== undefined) namedBroker(venue, brokerId);
  const markets = symbol === undefined ? allMarkets(venue) : [marketOf(venue, symbol)];
  const { engine, statistics } = venue;
  return {
    rows: markets.map((market) => {
      const day =
        brokerId === undefined ? statistics.rollingDay(market) : statistics.rollingDayOfBroker(market, brokerId);
      return presentSnapshot(engine.market(market), day);
    }),
  };
});

const getMarketTrades = bind(marketData.getMarketTrades, ({ venue, query }) => {
  const market = marketOf(venue, query.symbol);
  const { parameters } = venue.engine.market(market);
  const trades = venue.statistics.recentTrades(market, Math.min(query.limit, TRADES_MAX));
  return {
    rows: trades.map((trade) => ({
      symbol: parameters.symbol,
      side: trade.takerSide,
      executed_price: priceOf(parameters, trade.price),
      executed_quantity: quantityOf(parameters, trade.quantity),
      executed_timestamp: trade.at,
    })),
  };
});

const getBrokers = bind(marketData.getBrokers, ({ venue, query }) => {
  const { engine } = venue;
  if (query.address === undefined) return { broker_id: [...engine.brokerIds] };
  // Only wallets of the one supported chain open accounts, and their addresses are EVM addresses.
  if (query.chain_type === "SOL") return { broker_id: [] };
  const accounts = engine.accountsOfWallet(query.address.toLowerCase());
  return { broker_id: [...new Set(accounts.map((account) => engine.account(account).brokerId))] };
});

// The venue has no table of locations; `checked: true` says that no such table keeps the caller out.
const getIpInfo = bind(marketData.getIpInfo, ({ request }) => ({
  ip: request.ip,
  city: "",
  region: "",
  checked: true,
}));

const books = new SharedAnswers();

const getOrderbook = bind(marketData.getOrderbook, ({ venue, params, query }) => {
  const market = marketOf(venue, params.symbol);
  const levels = query.max_level ?? BOOK_LEVELS_DEFAULT;
  const sides = books.of(venue, { market, variant: levels }, () => bookText(venue, market, levels));
  return new JsonText(`{${sides},"timestamp":${venue.clock.now()}}`);
});

/** Both sides of the book as members of the answer, whose time is that of the request. */
function bookText(venue: Venue, market: number, levels: number): string {
  const { parameters } = venue.engine.market(market);
  const asks = sideOf(venue, { market, parameters, side: "SELL", levels });
  const bids = sideOf(venue, { market, parameters, side: "BUY", levels });
  return `"asks":${JSON.stringify(asks)},"bids":${JSON.stringify(bids)}`;
}

function sideOf(venue: Venue, of: { market: number; parameters: MarketParameters; side: Side; levels: number }) {
  return venue.engine.bookSide(of.market, of.side, of.levels).map((level) => ({
    price: priceOf(of.parameters, level.price),
    quantity: quantityOf(of.parameters, level.quantity),
  }));
}

type Klines = DataOf<typeof marketData.getKlines>;
const klines = new SharedReads<JsonText<Klines>>();

const getKlines = bind(marketData.getKlines, ({ venue, query }) => {
  const market = marketOf(venue, query.symbol);
  const { type, limit = CANDLES_DEFAULT } = query;
  // Only this interval is spelled differently here than on the streams.
  const interval: CandleInterval = type === "1mon" ? "1M" : type;
  const { start: newest } = intervalBounds(interval, venue.clock.now());
  return klines.of(venue, [market, interval, limit, newest], async () => {
    const { parameters } = venue.engine.market(market);
    const candles = await latestCandles(venue, { market, interval, limit });
    const rows: Klines["rows"] = candles.map((candle) => ({
      symbol: parameters.symbol,
      type,
      open: priceOf(parameters, candle.open),
      high: priceOf(parameters, candle.high),
      low: priceOf(parameters, candle.low),
      close: priceOf(parameters, candle.close),
      volume: quantityOf(parameters, candle.volume),
      amount: fromMicros(candle.amount),
      start_timestamp: candle.start,
      end_timestamp: candle.end,
    }));
    return new JsonText<Klines>(JSON.stringify({ rows }));
  });
});

const getSystemInfo = bind(marketData.getSystemInfo, ({ venue }) => {
  const { status, msg, window } = workingStatus(venue.engine);
  if (window === null) return { status, msg };
  return { status, msg, scheduled_maintenance: { startTime: window.startAt, endTime: window.endAt } };
});

const getMaxLeverage = bind(marketData.getMaxLeverage, ({ venue }) => ({
  max_futures_leverage: String(highestLeverage(venue)),
}));

export const marketDataBindings: readonly Binding[] = [
  getSymbols,
  getSymbol,
  getMarkets,
  getMarket,
  getBuilderMarkets,
  getMarketTrades,
  getSystemInfo,
  getMaxLeverage,
  getBrokers,
  getIpInfo,
  getOrderbook,
  getKlines,
];
