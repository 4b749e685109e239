// The topics of the public stream: books, trades, prices, funding, notices. Streams 5 to 7.

import Type from "typebox";
import {
  events,
  everyMinute,
  everySecond,
  integerThatIs,
  number,
  numberThatIs,
  TOPIC_INTERVALS,
  type TopicRow,
  textThatIs,
  topic,
} from "./topic.ts";

const symbolName = textThatIs("PERP_<BASE>_USDC");
const baseQuantity = (of: string) => numberThatIs(`${of}, in base currency`);

/** Price and absolute visible quantity. */
const level = Type.Tuple([number, number]);
export const levels = {
  asks: Type.Array(level, {
    description: "offers, the lowest first: price in USDC, visible quantity in base currency",
  }),
  bids: Type.Array(level, { description: "bids, the highest first, in the same way" }),
};

const ticker = Type.Object({
  symbol: symbolName,
  open: numberThatIs("price 24 hours ago"),
  close: numberThatIs("last price"),
  high: numberThatIs("highest price of 24 hours"),
  low: numberThatIs("lowest price of 24 hours"),
  volume: numberThatIs("traded in 24 hours, in base currency"),
  amount: numberThatIs("traded in 24 hours, in USDC"),
  count: integerThatIs("trades of 24 hours"),
});
const numberOrNone = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const bestPrices = Type.Object({
  symbol: symbolName,
  ask: numberOrNone("lowest offer; null where there is none"),
  askSize: numberOrNone("quantity at that price, in base currency"),
  bid: numberOrNone("highest bid; null where there is none"),
  bidSize: numberOrNone("quantity at that price, in base currency"),
});
const price = Type.Object({ symbol: symbolName, price: numberThatIs("in USDC") });
const settlementPrice = Type.Optional(
  numberThatIs("what a delisting is expected to close the market at, in its last half hour; else absent"),
);
const indexPrice = Type.Object({
  symbol: textThatIs("as the topic spells it: SPOT or PERP"),
  price: numberThatIs("in USDC"),
  settlementPrice,
});
const indexPrices = Type.Object({
  symbol: textThatIs("SPOT_<BASE>_USDC"),
  price: numberThatIs("in USDC"),
  settlementPrice,
});

const priceThen = (when: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `price ${when}; null before the first trade` });

/** A market's past prices; also the rows of the endpoint. */
export const priceChange = Type.Object({
  symbol: symbolName,
  last_price: numberThatIs("price of the last trade, the mark price while there was none"),
  "5m": priceThen("5 minutes before the running minute began"),
  "30m": priceThen("30 minutes before it"),
  "1h": priceThen("an hour before it"),
  "4h": priceThen("4 hours before it"),
  "24h": priceThen("24 hours before it"),
  "3d": priceThen("at 00:00 UTC three days ago"),
  "7d": priceThen("at 00:00 UTC seven days ago"),
  "30d": priceThen("at 00:00 UTC thirty days ago"),
});

/** The open positions of a market's traders; also the rows of the endpoint. */
export const tradersOpenInterest = Type.Object({
  symbol: symbolName,
  long_oi: numberThatIs("long positions of traders, in base currency; without what the insurance fund has taken over"),
  short_oi: numberThatIs(
    "short positions of traders, in base currency; market makers count, none is marked as such here",
  ),
});

/** A market's prices at equal intervals; also the rows of the endpoint. */
export const historyChart = Type.Object({
  symbol: symbolName,
  price_list: Type.Array(
    Type.Object({
      ts: integerThatIs("a moment, in milliseconds since 1970"),
      price: numberThatIs("of the last trade before it"),
    }),
    { description: "oldest first; it begins with the first trade where the market is younger than the chart" },
  ),
});

const claimable = Type.Object({
  symbol: symbolName,
  positionQty: numberThatIs("what can still be taken over, signed as the position"),
  liquidatorFee: numberThatIs("fee rate that the taker earns"),
});

const maintenanceWindow = Type.Object({
  startTime: integerThatIs("in milliseconds since 1970"),
  endTime: integerThatIs("in milliseconds since 1970"),
  start_time: integerThatIs("the same under another name"),
  end_time: integerThatIs("the same under another name"),
});

export const marketTopics = {
  ticker: topic({
    name: "<symbol>@ticker",
    summary: "The rolling 24 hours of a market",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: ticker,
    source: "interface 6, streams 6.3",
  }),
  tickers: topic({
    name: "tickers",
    summary: "The rolling 24 hours of every market",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(ticker),
    source: "streams 6.3",
  }),
  brokerTicker: topic({
    name: "<broker_id>$<symbol>@ticker",
    summary: "The rolling 24 hours of a market with the volumes of one builder, each leg counted",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: ticker,
    source: "streams 6.3",
  }),
  brokerTickers: topic({
    name: "<broker_id>$tickers",
    summary: "The rolling 24 hours of every market with the volumes of one builder, each leg counted",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(ticker),
    source: "streams 6.3",
  }),
  bbo: topic({
    name: "<symbol>@bbo",
    summary: "Best bid and ask of a market, null for an empty side",
    stream: "public",
    cadence: { kind: "changes", ms: 10 },
    startsWithCurrent: true,
    data: bestPrices,
    source: "streams 6.2",
  }),
  bbos: topic({
    name: "bbos",
    summary: "Best bid and ask of every market",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(bestPrices),
    source: "streams 6.2",
  }),
  trade: topic({
    name: "<symbol>@trade",
    summary: "Each match of a market; `side` is the taker's",
    stream: "public",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Object({
      symbol: symbolName,
      price: numberThatIs("in USDC"),
      size: baseQuantity("quantity of the match"),
      side: Type.Enum(["BUY", "SELL"], { description: "of the order that came later, the taker's" }),
    }),
    source: "streams 6.1",
  }),
  orderbook: topic({
    name: "<symbol>@orderbook",
    summary: "The visible book of a market, 100 levels a side, best first",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    params: Type.Object({ symbol: Type.Optional(textThatIs("means nothing: the topic names the market")) }),
    data: Type.Object({ symbol: symbolName, ...levels }),
    source: "streams 5.3",
  }),
  orderbookupdate: topic({
    name: "<symbol>@orderbookupdate",
    summary: "Changed levels of the published book; `prevTs` is the version that the change applies to",
    stream: "public",
    cadence: { kind: "changes", ms: 200 },
    startsWithCurrent: false,
    data: Type.Object({
      symbol: symbolName,
      prevTs: integerThatIs("version that the change applies to: `ts` of the update before"),
      asks: Type.Array(level, { description: "changed levels: price, and the quantity that is there now, 0 for none" }),
      bids: Type.Array(level, { description: "the same of bids" }),
    }),
    source: "streams 5.2",
  }),
  kline: topic({
    name: "<symbol>@kline_<interval>",
    summary: "The running candle of a market; a closed one is sent once more before the next opens",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Object({
      symbol: symbolName,
      type: Type.Enum([...TOPIC_INTERVALS], { description: "the interval, as the topic spells it" }),
      open: numberThatIs("first price; without a trade, the close before"),
      close: numberThatIs("last price"),
      high: numberThatIs("highest price"),
      low: numberThatIs("lowest price"),
      volume: baseQuantity("traded"),
      amount: numberThatIs("traded, in USDC"),
      startTime: integerThatIs("in milliseconds since 1970"),
      endTime: integerThatIs("when the next one begins, in milliseconds since 1970"),
    }),
    source: "streams 6.4",
  }),
  markprice: topic({
    name: "<symbol>@markprice",
    summary: "The mark price of a market",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: price,
    source: "streams 7",
  }),
  markprices: topic({
    name: "markprices",
    summary: "The mark price of every market",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(price),
    source: "streams 7",
  }),
  indexprice: topic({
    name: "<index_symbol>@indexprice",
    summary: "The index price of a market, under its SPOT symbol or under its own",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: indexPrice,
    source: "streams 7",
  }),
  indexprices: topic({
    name: "indexprices",
    summary: "The index price of every market, under its SPOT symbol",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(indexPrices),
    source: "streams 7",
  }),
  openinterest: topic({
    name: "<symbol>@openinterest",
    summary: "The open interest of a market, one side: every second while it changes, else every ten seconds",
    stream: "public",
    cadence: { kind: "changes", ms: 1_000 },
    startsWithCurrent: true,
    data: Type.Object({ symbol: symbolName, openInterest: numberThatIs("in base currency") }),
    source: "streams 7",
  }),
  estfundingrate: topic({
    name: "<symbol>@estfundingrate",
    summary: "What the funding rate of the running period would be by now",
    stream: "public",
    cadence: { kind: "every", ms: 15_000 },
    startsWithCurrent: true,
    data: Type.Object({
      symbol: symbolName,
      fundingRate: numberThatIs("a fraction of the position's value for the whole period"),
      fundingTs: integerThatIs("the minute of the estimate"),
    }),
    source: "streams 7",
  }),
  price_changes: topic({
    name: "price_changes",
    summary: "The price of every market now, and what it was five minutes to thirty days ago",
    stream: "public",
    cadence: everyMinute,
    startsWithCurrent: true,
    data: Type.Array(priceChange),
    source: "streams 7",
  }),
  traders_open_interests: topic({
    name: "traders_open_interests",
    aliases: ["traders_open_interest"],
    summary: "What traders hold of every market, long and short",
    stream: "public",
    cadence: everyMinute,
    startsWithCurrent: true,
    data: Type.Array(tradersOpenInterest),
    source: "streams 7",
  }),
  history_charts: topic({
    name: "history_charts_<chart_interval>",
    summary:
      "Past prices of every market: of the last minute every 5 seconds, 1h every 5 minutes, 4h every 15, 12h every 30, " +
      "1d every hour, 1w every 6 hours, 1M (30 days) every day",
    stream: "public",
    cadence: everyMinute,
    startsWithCurrent: true,
    data: Type.Array(historyChart),
    source: "streams 7",
  }),
  liquidation: topic({
    name: "liquidation",
    summary: "Entries of the public list of liquidations that appeared, changed or went",
    stream: "public",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Array(
      Type.Object({
        liquidationId: integerThatIs("what a claim names"),
        timestamp: integerThatIs("when it started or changed"),
        type: Type.Enum(["liquidated", "claim"], {
          description: "an offer from an account in liquidation, or from the insurance fund",
        }),
        positionsByPerp: Type.Array(claimable, { description: "empty when the entry is gone" }),
      }),
    ),
    source: "streams 7, rules 7.4",
  }),
  announcement: topic({
    name: "announcement",
    summary: "Each announcement as its operator makes it",
    stream: "public",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Object({
      announcement_id: integerThatIs("counts from 1"),
      message: textThatIs("for people to read"),
      url: Type.Union([Type.String(), Type.Null()], { description: "where more is said, null where nothing more is" }),
      type: Type.Union([Type.String(), Type.Null()], {
        description: "what it is about, in one word, if that was said",
      }),
      i18n: Type.Record(Type.String(), Type.String(), {
        description: "the message by language; always empty here, since it is not translated",
      }),
      updated_time: integerThatIs("when it was made, in milliseconds since 1970"),
    }),
    source: "streams 7, interface 4.2",
  }),
  maintenance_status: topic({
    name: "maintenance_status",
    summary: "Whether the venue trades, and when it will be under maintenance",
    stream: "public",
    cadence: events,
    startsWithCurrent: true,
    data: Type.Object({
      status: integerThatIs("0 working, 2 under maintenance or halted"),
      msg: textThatIs("the operator's words, or why it does not trade"),
      scheduled_maintenance: Type.Union([maintenanceWindow, Type.Null()], {
        description: "the window that is announced or runs, null when there is none",
      }),
    }),
    source: "streams 7, rules 11.5",
  }),
} as const satisfies Readonly<Record<string, TopicRow>>;
