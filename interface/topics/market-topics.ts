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
    description: "sell levels, the lowest first: price in USDC, visible quantity in base currency",
  }),
  bids: Type.Array(level, { description: "buy levels, the highest first, in the same form" }),
};

const ticker = Type.Object({
  symbol: symbolName,
  open: numberThatIs("price 24 hours ago"),
  close: numberThatIs("last price"),
  high: numberThatIs("highest price of the last 24 hours"),
  low: numberThatIs("lowest price of the last 24 hours"),
  volume: numberThatIs("traded in the last 24 hours, in base currency"),
  amount: numberThatIs("traded in the last 24 hours, in USDC"),
  count: integerThatIs("number of trades in the last 24 hours"),
});
const numberOrNone = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const bestPrices = Type.Object({
  symbol: symbolName,
  ask: numberOrNone("lowest price of a sell order; null if there is none"),
  askSize: numberOrNone("quantity at that price, in base currency"),
  bid: numberOrNone("highest price of a buy order; null if there is none"),
  bidSize: numberOrNone("quantity at that price, in base currency"),
});
const price = Type.Object({ symbol: symbolName, price: numberThatIs("in USDC") });
const settlementPrice = Type.Optional(
  numberThatIs("expected closing price of the market in the last half hour before its delisting; otherwise absent"),
);
const indexPrice = Type.Object({
  symbol: textThatIs("symbol as in the topic: with SPOT or PERP"),
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
  last_price: numberThatIs("price of the last trade; the mark price before the first trade"),
  "5m": priceThen("5 minutes before the current minute began"),
  "30m": priceThen("30 minutes before the current minute began"),
  "1h": priceThen("an hour before the current minute began"),
  "4h": priceThen("4 hours before the current minute began"),
  "24h": priceThen("24 hours before the current minute began"),
  "3d": priceThen("at 00:00 UTC three days ago"),
  "7d": priceThen("at 00:00 UTC seven days ago"),
  "30d": priceThen("at 00:00 UTC thirty days ago"),
});

/** The open positions of a market's traders; also the rows of the endpoint. */
export const tradersOpenInterest = Type.Object({
  symbol: symbolName,
  long_oi: numberThatIs("long positions of traders, in base currency, without the positions of the insurance fund"),
  short_oi: numberThatIs(
    "short positions of traders, in base currency; market makers are included, since none is marked as such here",
  ),
});

/** A market's prices at equal intervals; also the rows of the endpoint. */
export const historyChart = Type.Object({
  symbol: symbolName,
  price_list: Type.Array(
    Type.Object({
      ts: integerThatIs("time of the point, in milliseconds since 1970"),
      price: numberThatIs("price of the last trade before that time"),
    }),
    {
      description:
        "points of the chart, oldest first; if the market is younger than the chart, they begin with the first trade",
    },
  ),
});

const claimable = Type.Object({
  symbol: symbolName,
  positionQty: numberThatIs("size that can still be taken over, with the sign of the position"),
  liquidatorFee: numberThatIs("fee rate that the account taking over earns"),
});

const maintenanceWindow = Type.Object({
  startTime: integerThatIs("when it begins, in milliseconds since 1970"),
  endTime: integerThatIs("when it ends, in milliseconds since 1970"),
  start_time: integerThatIs("the same as startTime"),
  end_time: integerThatIs("the same as endTime"),
});

export const marketTopics = {
  ticker: topic({
    name: "<symbol>@ticker",
    summary: "Figures of a market for the last 24 hours",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: ticker,
    source: "interface 6, streams 6.3",
  }),
  tickers: topic({
    name: "tickers",
    summary: "Figures of every market for the last 24 hours",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(ticker),
    source: "streams 6.3",
  }),
  brokerTicker: topic({
    name: "<broker_id>$<symbol>@ticker",
    summary:
      "Figures of a market for the last 24 hours; volumes count each maker or taker side of the builder's accounts",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: ticker,
    source: "streams 6.3",
  }),
  brokerTickers: topic({
    name: "<broker_id>$tickers",
    summary:
      "Figures of every market for the last 24 hours; volumes count each maker or taker side of the builder's accounts",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(ticker),
    source: "streams 6.3",
  }),
  bbo: topic({
    name: "<symbol>@bbo",
    summary: "Best bid and ask of a market; null for an empty side",
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
      side: Type.Enum(["BUY", "SELL"], { description: "side of the taker, whose order came later" }),
    }),
    source: "streams 6.1",
  }),
  orderbook: topic({
    name: "<symbol>@orderbook",
    summary: "The visible book of a market, 100 levels per side, best first",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    params: Type.Object({ symbol: Type.Optional(textThatIs("ignored: the topic names the market")) }),
    data: Type.Object({ symbol: symbolName, ...levels }),
    source: "streams 5.3",
  }),
  orderbookupdate: topic({
    name: "<symbol>@orderbookupdate",
    summary: "Changed levels of the published book; `prevTs` is the version to which the change applies",
    stream: "public",
    cadence: { kind: "changes", ms: 200 },
    startsWithCurrent: false,
    data: Type.Object({
      symbol: symbolName,
      prevTs: integerThatIs("version to which the change applies: `ts` of the previous update"),
      asks: Type.Array(level, {
        description: "changed sell levels: price, and the quantity that is there now; 0 for a level that is gone",
      }),
      bids: Type.Array(level, { description: "changed buy levels, in the same form" }),
    }),
    source: "streams 5.2",
  }),
  kline: topic({
    name: "<symbol>@kline_<interval>",
    summary: "The current candle of a market; a completed candle is sent once more before the next one opens",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Object({
      symbol: symbolName,
      type: Type.Enum([...TOPIC_INTERVALS], { description: "the interval, spelled as in the topic" }),
      open: numberThatIs("first price; without a trade, the previous close"),
      close: numberThatIs("last price"),
      high: numberThatIs("highest price"),
      low: numberThatIs("lowest price"),
      volume: baseQuantity("traded"),
      amount: numberThatIs("traded, in USDC"),
      startTime: integerThatIs("when it begins, in milliseconds since 1970"),
      endTime: integerThatIs("when the next candle begins, in milliseconds since 1970"),
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
    summary: "The index price of a market, under its SPOT or its PERP symbol",
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
    summary:
      "The open interest of a market, one side counted: every second while it changes, otherwise every ten seconds",
    stream: "public",
    cadence: { kind: "changes", ms: 1_000 },
    startsWithCurrent: true,
    data: Type.Object({ symbol: symbolName, openInterest: numberThatIs("in base currency") }),
    source: "streams 7",
  }),
  estfundingrate: topic({
    name: "<symbol>@estfundingrate",
    summary: "The estimated funding rate of the current period",
    stream: "public",
    cadence: { kind: "every", ms: 15_000 },
    startsWithCurrent: true,
    data: Type.Object({
      symbol: symbolName,
      fundingRate: numberThatIs("a fraction of the position's value for the whole period"),
      fundingTs: integerThatIs("minute of the estimate"),
    }),
    source: "streams 7",
  }),
  price_changes: topic({
    name: "price_changes",
    summary: "The current price of every market, and its prices from five minutes to thirty days ago",
    stream: "public",
    cadence: everyMinute,
    startsWithCurrent: true,
    data: Type.Array(priceChange),
    source: "streams 7",
  }),
  traders_open_interests: topic({
    name: "traders_open_interests",
    aliases: ["traders_open_interest"],
    summary: "Long and short positions of traders in every market",
    stream: "public",
    cadence: everyMinute,
    startsWithCurrent: true,
    data: Type.Array(tradersOpenInterest),
    source: "streams 7",
  }),
  history_charts: topic({
    name: "history_charts_<chart_interval>",
    summary:
      "Past prices of every market. Distance of the points: 5 seconds in 1m, 5 minutes in 1h, 15 minutes in 4h, 30 minutes " +
      "in 12h, an hour in 1d, 6 hours in 1w, a day in 1M (30 days)",
    stream: "public",
    cadence: everyMinute,
    startsWithCurrent: true,
    data: Type.Array(historyChart),
    source: "streams 7",
  }),
  liquidation: topic({
    name: "liquidation",
    summary: "Entries of the public list of liquidations that appeared, changed or disappeared",
    stream: "public",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Array(
      Type.Object({
        liquidationId: integerThatIs("number of the liquidation, to use in a claim"),
        timestamp: integerThatIs("when it started or last changed"),
        type: Type.Enum(["liquidated", "claim"], {
          description: "liquidated: an offer from an account in liquidation; claim: from the insurance fund",
        }),
        positionsByPerp: Type.Array(claimable, {
          description: "positions on offer, one for each market; empty when the entry is gone",
        }),
      }),
    ),
    source: "streams 7, rules 7.4",
  }),
  announcement: topic({
    name: "announcement",
    summary: "Each announcement, when the operator makes it",
    stream: "public",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Object({
      announcement_id: integerThatIs("number of the announcement, counted from 1"),
      message: textThatIs("for people to read"),
      url: Type.Union([Type.String(), Type.Null()], {
        description: "address of a page with more information; null if there is none",
      }),
      type: Type.Union([Type.String(), Type.Null()], {
        description: "subject, in one word; null if none was given",
      }),
      i18n: Type.Record(Type.String(), Type.String(), {
        description: "the message by language; always empty: messages are not translated",
      }),
      updated_time: integerThatIs("when it was made, in milliseconds since 1970"),
    }),
    source: "streams 7, interface 4.2",
  }),
  maintenance_status: topic({
    name: "maintenance_status",
    summary: "Whether the venue is trading, and when it will be under maintenance",
    stream: "public",
    cadence: events,
    startsWithCurrent: true,
    data: Type.Object({
      status: integerThatIs("0 working, 2 under maintenance or halted"),
      msg: textThatIs("the operator's message, or the reason for not trading"),
      scheduled_maintenance: Type.Union([maintenanceWindow, Type.Null()], {
        description: "the announced or current maintenance window; null when there is none",
      }),
    }),
    source: "streams 7, rules 11.5",
  }),
} as const satisfies Readonly<Record<string, TopicRow>>;
