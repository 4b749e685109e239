// Public market data: the markets' rules, snapshots, trades and candles, and other public facts. The order book is here
// as well, although its call is signed. Interface 4.2.

import Type from "typebox";
import { endpoint, perIp, perUser, stated } from "../rows/endpoint.ts";
import { KLINE_TYPES, MARKET_STATES, rows, symbol, time } from "../rows/shapes.ts";
import { shownParameters } from "./market-parameters.ts";

/** Why a market is in its state. Rules 11.3, 11.4. */
const STATUS_REASONS = [
  "OPERATOR",
  "STALE_INDEX",
  "INDEX_ZERO",
  "INDEX_NEGATIVE",
  "INDEX_NOT_FINITE",
  "INDEX_JUMP",
  "INDEX_TOO_LARGE",
  "FRESH_AGAIN",
  "VENUE_HALT",
  "LAUNCH_GATE",
  "DELISTING_TIME",
] as const;

/** The rules for orders in a market, and the market's risk parameters. Rules 1.2 and 13. */
export const symbolRule = Type.Object({
  ...shownParameters,
  status: Type.Enum([...MARKET_STATES], { description: "which orders are accepted, and whether they are matched" }),
  status_reason: Type.Enum([...STATUS_REASONS], {
    description: "who or what put the market into this status; the INDEX_ reasons mean that the index can't be trusted",
  }),
  status_detail: Type.String({
    description: "the operator's explanation, or the figures behind the reason; may be empty",
  }),
  status_time: Type.Integer({ description: "when it got this status, in milliseconds since 1970" }),
  in_doubt: Type.Boolean({
    description:
      "whether its index is in doubt; while it is, no position is opened or liquidated in the market and nothing triggers",
  }),
  delist_time: Type.Optional(
    Type.Integer({
      description: "when the market ends or ended, in milliseconds since 1970; absent while no end is announced",
    }),
  ),
  created_time: time,
  updated_time: time,
});

/**
 * A market's current figures, and those of the last 24 hours. `24h_volume` is in base, `24h_amount` in quote currency.
 */
export const marketSnapshot = Type.Object({
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  index_price: Type.Number({ description: "price according to outside sources" }),
  expected_settlement_price: Type.Optional(
    Type.Number({
      description:
        "expected closing price of the market in the last half hour before its delisting, used instead of the index price there; otherwise absent",
    }),
  ),
  mark_price: Type.Number({ description: "price at which positions are valued and margined" }),
  sum_unitary_funding: Type.Number({
    description: "funding of one unit of base currency since the market began, in USDC",
  }),
  est_funding_rate: Type.Number({ description: "current estimate of the next funding rate" }),
  last_funding_rate: Type.Number({ description: "last funding rate" }),
  next_funding_time: time,
  open_interest: Type.Number({ description: "open interest, one side counted, in base currency" }),
  "24h_open": Type.Number({ description: "first price of the last 24 hours" }),
  "24h_close": Type.Number({ description: "last price" }),
  "24h_high": Type.Number({ description: "highest price of the last 24 hours" }),
  "24h_low": Type.Number({ description: "lowest price of the last 24 hours" }),
  "24h_amount": Type.Number({ description: "traded in the last 24 hours, in USDC" }),
  "24h_volume": Type.Number({ description: "traded in the last 24 hours, in base currency" }),
});

/** One trade of the public tape; `side` is the taker's. */
export const marketTrade = Type.Object({
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  side: Type.Enum(["BUY", "SELL"], { description: "side of the taker, whose order came later" }),
  executed_price: Type.Number({ description: "in USDC" }),
  executed_quantity: Type.Number({ description: "in base currency" }),
  executed_timestamp: time,
});

export const feeTag = Type.Object({
  enum_id: Type.String({ description: "id of the fee tag; on orders it is written `enum:<broker_id>:<enum_id>`" }),
  name: Type.String({ description: "display name" }),
  description: Type.String({ description: "description for people to read; empty if the builder wrote none" }),
  status: Type.Enum(["active", "archived"], { description: "archived: new orders that carry it are refused" }),
  default_fee_rate: Type.Number({ description: "rate that it adds to the fee, as a fraction of the traded value" }),
  pair_overrides: Type.Record(Type.String(), Type.Number(), { description: "different rates by symbol" }),
  created_time: time,
  updated_time: time,
});

export const bookLevel = Type.Object({
  price: Type.Number({ description: "in USDC" }),
  quantity: Type.Number({ description: "visible quantity at this price, in base currency" }),
});

export const candle = Type.Object({
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  type: Type.String({ description: "the interval" }),
  open: Type.Number({ description: "first price; without a trade, the previous close" }),
  high: Type.Number({ description: "highest price" }),
  low: Type.Number({ description: "lowest price" }),
  close: Type.Number({ description: "last price" }),
  volume: Type.Number({ description: "traded, in base currency" }),
  amount: Type.Number({ description: "traded, in USDC" }),
  start_timestamp: time,
  end_timestamp: time,
});

export const marketData = {
  getSymbols: endpoint({
    method: "GET",
    path: "/v1/public/info",
    summary: "The order rules and risk parameters of every market",
    auth: "none",
    limit: perIp(10),
    data: rows(symbolRule),
    source: "interface 4.2",
  }),
  getSymbol: endpoint({
    method: "GET",
    path: "/v1/public/info/{symbol}",
    summary: "The order rules and risk parameters of one market",
    auth: "none",
    limit: perIp(10),
    params: Type.Object({ symbol }),
    data: symbolRule,
    source: "interface 4.2, errors 8.2",
  }),
  getMarkets: endpoint({
    method: "GET",
    path: "/v1/public/futures",
    summary: "A snapshot of every market",
    auth: "none",
    limit: perIp(10),
    data: rows(marketSnapshot),
    source: "interface 4.2",
  }),
  getMarket: endpoint({
    method: "GET",
    path: "/v1/public/futures/{symbol}",
    summary: "A snapshot of one market",
    auth: "none",
    limit: perIp(10),
    params: Type.Object({ symbol }),
    data: marketSnapshot,
    source: "interface 4.2",
  }),
  getBuilderMarkets: endpoint({
    method: "GET",
    path: "/v1/public/futures_market",
    summary: "A snapshot of every market; with a builder, the volumes are those of its accounts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      symbol: Type.Optional(symbol),
      broker_id: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            "volumes count each leg, maker or taker, of this builder's accounts; without it, each trade once",
        }),
      ),
    }),
    data: rows(marketSnapshot),
    source: "interface 4.10, streams 6.3",
  }),
  getMarketTrades: endpoint({
    method: "GET",
    path: "/v1/public/market_trades",
    summary: "The latest trades of a market, newest first; at most 500",
    auth: "none",
    limit: perIp(10),
    // Both are required here: the interface answers 400 when either is missing. A limit above 500 counts as 500.
    query: Type.Object({
      symbol,
      limit: Type.Integer({ minimum: 1, description: "maximum number of trades; a number above 500 counts as 500" }),
    }),
    data: rows(marketTrade),
    source: "interface 4.2, errors 8.2",
  }),
  getSystemInfo: endpoint({
    method: "GET",
    path: "/v1/public/system_info",
    summary: "Whether the venue is trading, and when it will be under maintenance",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      status: Type.Integer({ description: "0 working, 2 under maintenance or halted" }),
      msg: Type.String({
        description: "the operator's message, or the reason for not trading; empty if there is neither",
      }),
      scheduled_maintenance: Type.Optional(
        Type.Object(
          { startTime: time, endTime: time },
          { description: "the announced or current maintenance window; absent when there is none" },
        ),
      ),
    }),
    source: "interface 4.10, rules 11.5",
  }),
  getMaxLeverage: endpoint({
    method: "GET",
    path: "/v1/public/leverage",
    summary: "The highest leverage of any market",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({ max_futures_leverage: Type.String({ description: "a whole number, as text" }) }),
    source: "interface 4.10",
  }),
  getPublicOrderEnum: endpoint({
    method: "GET",
    path: "/v1/public/broker/order_enum",
    summary: "One fee tag of a builder",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      broker_id: Type.String({ minLength: 1, description: "builder that owns the fee tag" }),
      enum_id: Type.String({ minLength: 1, description: "id of the fee tag" }),
    }),
    data: feeTag,
    errors: ["fee_tag_unknown"],
    source: "interface 4.10, rules 8.4",
  }),
  getPublicOrderEnums: endpoint({
    method: "GET",
    path: "/v1/public/broker/order_enums",
    summary: "The fee-tag configurations of a builder",
    auth: "none",
    limit: stated(perIp(10)),
    query: Type.Object({
      broker_id: Type.String({ minLength: 1, description: "builder that owns the fee tags" }),
      symbol: Type.Optional(symbol),
      enum_id: Type.Optional(Type.String({ description: "all or part of the id" })),
      include_archived: Type.Optional(
        Type.Boolean({
          default: false,
          description: "whether archived fee tags, which new orders can't carry, are also listed",
        }),
      ),
    }),
    data: Type.Array(feeTag),
    source: "interface 4.2, errors 8.2",
  }),
  getBrokers: endpoint({
    method: "GET",
    path: "/v1/get_broker",
    summary: "The builders under which a wallet is registered; without an address, every builder",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      address: Type.Optional(Type.String({ pattern: "^0[xX][0-9a-fA-F]{40}$", description: "a wallet" })),
      chain_type: Type.Optional(
        Type.Enum(["EVM", "SOL"], {
          default: "EVM",
          description: "kind of chain that the wallet belongs to; no SOL wallet has an account",
        }),
      ),
    }),
    data: Type.Object({ broker_id: Type.Array(Type.String(), { description: "ids of builders" }) }),
    source: "interface 4.2",
  }),
  getIpInfo: endpoint({
    method: "GET",
    path: "/v1/ip_info",
    summary: "The caller's IP address, as the venue sees it",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      ip: Type.String({
        description: "address of the caller; behind a trusted proxy, the address that the proxy names",
      }),
      city: Type.String({ description: "always empty: the venue does not look up locations" }),
      region: Type.String({ description: "always empty" }),
      checked: Type.Boolean({ description: "always true: no client is refused because of its location" }),
    }),
    source: "interface 4.2",
  }),
  getOrderbook: endpoint({
    method: "GET",
    path: "/v1/orderbook/{symbol}",
    summary: "The visible order book of a market, with the best level of each side first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ symbol }),
    query: Type.Object({
      max_level: Type.Optional(
        Type.Integer({ minimum: 1, default: 100, description: "maximum number of levels per side" }),
      ),
    }),
    data: Type.Object({
      asks: Type.Array(bookLevel, { description: "sell levels, lowest price first" }),
      bids: Type.Array(bookLevel, { description: "buy levels, highest price first" }),
      timestamp: time,
    }),
    source: "interface 4.10",
  }),
  getKlines: endpoint({
    method: "GET",
    path: "/v1/kline",
    summary: "Candles of a market, oldest first; the last one is the current one",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      symbol,
      type: Type.Enum([...KLINE_TYPES], {
        description: "length of a candle; days, weeks and months begin at 00:00 UTC",
      }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: "maximum number of candles" }),
      ),
    }),
    data: rows(candle),
    errors: ["core_unavailable"],
    source: "interface 4.10, errors 8.2",
  }),
};
