// A topic is a row of data. Everything that knows a topic reads its row: the grammar of topic names, the streams, the
// reference and the typed client. Streams 4 to 10, interface 6.
//
// `name` is a pattern: `<symbol>` is `PERP_<BASE>_<QUOTE>`, `<index_symbol>` the same with SPOT or PERP in front,
// `<broker_id>` a builder, `<interval>` one of TOPIC_INTERVALS. Prices are in quote currency, sizes in base currency,
// both JSON numbers; times are milliseconds since 1970, venue time.

import Type, { type Static, type TSchema } from "typebox";

export const TOPIC_INTERVALS = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1mon"] as const;
export type TopicInterval = (typeof TOPIC_INTERVALS)[number];

/** When frames come: on a schedule, on a change but at most every `ms`, or with each event. */
export type Cadence =
  | { readonly kind: "every"; readonly ms: number }
  | { readonly kind: "changes"; readonly ms: number }
  | { readonly kind: "events" };

export interface TopicRow {
  readonly name: string;
  readonly summary: string;
  readonly stream: "public" | "private";
  readonly cadence: Cadence;
  /** Whether a new subscriber gets the value as it is right after the acknowledgement. Streams 3.4. */
  readonly startsWithCurrent: boolean;
  /** `params` of the subscribe frame. */
  readonly params?: TSchema;
  /** The shape of `data`. */
  readonly data: TSchema;
  readonly source: string;
}

/** Declares a row and keeps its literal types, so that the client's types follow from it. */
const topic = <const Row extends TopicRow>(row: Row): Row => row;

const everySecond = { kind: "every", ms: 1_000 } as const;
const events = { kind: "events" } as const;

const integer = Type.Integer();
const number = Type.Number();
const text = Type.String();
const numberThatIs = (description: string) => Type.Number({ description });
const integerThatIs = (description: string) => Type.Integer({ description });
const textThatIs = (description: string) => Type.String({ description });
const numberOrNull = Type.Union([Type.Number(), Type.Null()]);
const sideWord = Type.Enum(["BUY", "SELL"]);
const marginModeWord = Type.Enum(["CROSS", "ISOLATED"]);

/** Price and absolute visible quantity. */
const level = Type.Tuple([number, number]);
const levels = { asks: Type.Array(level), bids: Type.Array(level) };

const ticker = Type.Object({
  symbol: text,
  open: numberThatIs("price 24 hours ago"),
  close: numberThatIs("last price"),
  high: number,
  low: number,
  volume: numberThatIs("traded in 24 hours, in base currency"),
  amount: numberThatIs("traded in 24 hours, in USDC"),
  count: integerThatIs("trades of 24 hours"),
});
const bestPrices = Type.Object({
  symbol: text,
  ask: numberOrNull,
  askSize: numberOrNull,
  bid: numberOrNull,
  bidSize: numberOrNull,
});
const price = Type.Object({ symbol: text, price: number });

const positionRow = Type.Object({
  symbol: text,
  positionQty: numberThatIs("above 0 for a long, below 0 for a short"),
  costPosition: numberThatIs("what was paid for the position, fees included, in USDC"),
  lastSumUnitaryFunding: numberThatIs("up to which funding is accounted for"),
  sumUnitaryFundingVersion: integer,
  pendingLongQty: numberThatIs("open buy orders"),
  pendingShortQty: numberThatIs("open sell orders, as a negative number"),
  settlePrice: numberThatIs("mark price of the last settlement, 0 when there was none"),
  averageOpenPrice: numberThatIs("in USDC, fees not included"),
  unsettledPnl: numberThatIs("profit not yet in the balance, in USDC"),
  pnl24H: numberThatIs("result of the last 24 hours, in USDC"),
  fee24H: numberThatIs("fees of the last 24 hours, in USDC"),
  markPrice: number,
  estLiqPrice: numberThatIs("mark price at which maintenance margin is reached; 0 when there is none"),
  version: integer,
  imrwithOrders: numberThatIs("initial margin ratio with open orders filled"),
  mmrwithOrders: numberThatIs("maintenance margin ratio with open orders filled"),
  mmr: numberThatIs("maintenance margin ratio"),
  imr: numberThatIs("initial margin ratio"),
  seq: integerThatIs("rises with each change"),
  timestamp: integerThatIs("when the position was opened"),
  updated_time: integer,
  leverage: integer,
  marginMode: marginModeWord,
  margin: numberThatIs("isolated margin, in USDC"),
});

const tokenBalance = Type.Object({
  holding: numberThatIs("balance"),
  frozen: numberThatIs("being withdrawn; no collateral"),
  interest: number,
  pendingShortQty: number,
  pendingExposure: number,
  pendingLongQty: number,
  pendingLongExposure: number,
  isolatedMargin: number,
  isolatedOrderFrozen: number,
  version: integerThatIs("rises with each change"),
  staked: number,
  unbonding: number,
  vault: number,
  averageOpenPrice: number,
  pnl24H: number,
  fee24H: number,
  markPrice: number,
});

export const topics = {
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
    data: Type.Object({ symbol: text, price: number, size: number, side: sideWord }),
    source: "streams 6.1",
  }),
  orderbook: topic({
    name: "<symbol>@orderbook",
    summary: "The visible book of a market, 100 levels a side, best first",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    params: Type.Object({ symbol: Type.Optional(text) }),
    data: Type.Object({ symbol: text, ...levels }),
    source: "streams 5.3",
  }),
  orderbookupdate: topic({
    name: "<symbol>@orderbookupdate",
    summary: "Changed levels of the published book; `prevTs` is the version that the change applies to",
    stream: "public",
    cadence: { kind: "changes", ms: 200 },
    startsWithCurrent: false,
    data: Type.Object({ symbol: text, prevTs: integer, ...levels }),
    source: "streams 5.2",
  }),
  kline: topic({
    name: "<symbol>@kline_<interval>",
    summary: "The running candle of a market; a closed one is sent once more before the next opens",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Object({
      symbol: text,
      type: Type.Enum([...TOPIC_INTERVALS]),
      open: number,
      close: number,
      high: number,
      low: number,
      volume: number,
      amount: number,
      startTime: integer,
      endTime: integer,
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
    data: price,
    source: "streams 7",
  }),
  indexprices: topic({
    name: "indexprices",
    summary: "The index price of every market, under its SPOT symbol",
    stream: "public",
    cadence: everySecond,
    startsWithCurrent: true,
    data: Type.Array(price),
    source: "streams 7",
  }),
  executionreport: topic({
    name: "executionreport",
    summary: "Each transition and each execution of the account's orders",
    stream: "private",
    cadence: events,
    startsWithCurrent: false,
    params: Type.Object({
      symbol: Type.Optional(Type.String({ description: "comma-separated symbols; all when absent" })),
    }),
    data: Type.Object({
      symbol: text,
      clientOrderId: text,
      orderId: integer,
      type: Type.Enum(["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID", "LIQUIDATE"]),
      side: sideWord,
      quantity: numberThatIs("total quantity of the order"),
      price: numberThatIs("limit price; 0 for an order without one"),
      tradeId: integerThatIs("the fill; 0 when the report is of no fill"),
      executedPrice: numberThatIs("price of this fill"),
      executedQuantity: numberThatIs("quantity of this fill"),
      fee: numberThatIs("fee of this fill, in feeAsset"),
      feeAsset: textThatIs("always USDC"),
      totalExecutedQuantity: numberThatIs("quantity of the fills so far"),
      avgExecutedPrice: numberThatIs("average price of the fills so far"),
      averageExecutedPrice: numberThatIs("the same as avgExecutedPrice"),
      avgPrice: numberThatIs("the same as avgExecutedPrice"),
      status: Type.Enum(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"]),
      reason: textThatIs("why the order was cancelled or refused; empty otherwise"),
      totalFee: numberThatIs("fees of the fills so far"),
      visibleQuantity: numberThatIs("how much the book shows at most"),
      visible: numberThatIs("the same as visibleQuantity"),
      timestamp: integerThatIs("when this happened"),
      createdTime: integerThatIs("when the order was placed"),
      orderTag: text,
      reduceOnly: Type.Boolean(),
      maker: Type.Boolean(),
      marginMode: marginModeWord,
      match_id: textThatIs("shared by both sides of the match"),
      seq: integerThatIs("rises with each report of the account"),
    }),
    source: "interface 6, streams 9.1",
  }),
  position: topic({
    name: "position",
    summary: "The positions of the account that changed; a closed one is sent once with quantity 0",
    stream: "private",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Object({ positions: Type.Array(positionRow) }),
    source: "streams 10.1",
  }),
  balance: topic({
    name: "balance",
    summary: "The balances of the account that changed, by token",
    stream: "private",
    cadence: events,
    startsWithCurrent: false,
    data: Type.Object({ balances: Type.Record(Type.String(), tokenBalance) }),
    source: "streams 10.2",
  }),
} as const satisfies Readonly<Record<string, TopicRow>>;

export type TopicKey = keyof typeof topics;
/** What `data` of a topic's frames holds. */
export type TopicData<Key extends TopicKey> = Static<(typeof topics)[Key]["data"]>;

/** One-time questions over a stream: `{"event":"request","params":{"type":…}}`. Streams 5.1. */
export const streamRequests = {
  orderbook: {
    params: Type.Object({ type: Type.Literal("orderbook"), symbol: text }),
    /** `ts` is the version of the book: what the next `orderbookupdate` names as `prevTs`. */
    data: Type.Object({ symbol: text, ts: integer, ...levels }),
    source: "streams 5.1",
  },
} as const;

export type StreamRequestKey = keyof typeof streamRequests;
export type StreamRequestData<Key extends StreamRequestKey> = Static<(typeof streamRequests)[Key]["data"]>;

/** Where the streams are; `{account_id}` is the account's id. Interface 5.3. */
export const STREAM_PATHS = {
  public: "/ws/public/ws/stream/{account_id}",
  private: "/ws/private/v2/ws/private/stream/{account_id}",
} as const;
