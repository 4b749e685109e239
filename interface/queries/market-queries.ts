// Queries about markets. Interface 4.3.

import Type from "typebox";
import { queryKind } from "../rows/query-kind.ts";
import { orNull } from "../rows/shapes.ts";
import {
  clampedCount,
  count,
  cursor,
  decimalOrNull,
  decimalText,
  marketName,
  ofMarket,
  page,
  shownTime,
  span,
} from "./query-shapes.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const QUERY_INTERVALS = ["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"] as const;
export const DETAIL_SECTIONS = ["market_info", "orderbook", "recent_trades", "funding_history", "candles"] as const;

const interval = Type.Enum([...QUERY_INTERVALS], { description: "length of a candle" });

const summaryFields = {
  symbol: marketName,
  mark_price: decimalText("price at which positions are valued and margined, in USDC"),
  index_price: decimalText("price according to outside sources, in USDC"),
  "24h_open": decimalText("first price of the last 24 hours, in USDC"),
  "24h_close": decimalText("last price, in USDC"),
  "24h_high": decimalText("highest price of the last 24 hours, in USDC"),
  "24h_low": decimalText("lowest price of the last 24 hours, in USDC"),
  "24h_volume": decimalText("traded in the last 24 hours, in base currency"),
  "24h_amount": decimalText("traded in the last 24 hours, in USDC"),
  open_interest: decimalText("open interest, one side counted, in base currency"),
  last_funding_rate: decimalText("last funding rate, as a fraction"),
  est_funding_rate: decimalOrNull(
    "current estimate of the next funding rate, as a fraction; null before the first estimate",
  ),
  next_funding_time: shownTime("when funding is next paid"),
  bid_price: decimalOrNull("highest price of a buy order, in USDC; null if there is none"),
  ask_price: decimalOrNull("lowest price of a sell order, in USDC; null if there is none"),
  max_leverage: decimalText("highest leverage"),
  min_notional: decimalText("smallest order value, in USDC"),
  quote_tick: decimalText("price step, in USDC"),
  base_tick: decimalText("quantity step, in base currency"),
};

export const marketSummary = Type.Object(summaryFields);

/** A market in which the account has a position. */
export const heldMarket = Type.Object({
  ...summaryFields,
  "24h_change_pct": decimalText("change of the price over the last 24 hours, in percent with 4 decimals"),
});

const bookLevelText = Type.Object({
  price: decimalText("in USDC"),
  quantity: decimalText("visible quantity at this price, in base currency"),
});

const bookSides = {
  asks: Type.Array(bookLevelText, { description: "sell levels, lowest price first" }),
  bids: Type.Array(bookLevelText, { description: "buy levels, highest price first" }),
};

export const candleText = Type.Object({
  open: decimalText("first price, in USDC"),
  high: decimalText("highest price, in USDC"),
  low: decimalText("lowest price, in USDC"),
  close: decimalText("last price, in USDC"),
  volume: decimalText("traded, in base currency; when it is 0, every price is the previous close"),
  timestamp: shownTime("when it begins"),
});

const takerTrade = Type.Object({
  symbol: marketName,
  side: Type.Enum(["BUY", "SELL"], { description: "side of the taker" }),
  executed_price: decimalText("in USDC"),
  executed_quantity: decimalText("in base currency"),
  address: orNull(Type.String({ description: "wallet of the taker; null when the venue does not show it" })),
  account_id: orNull(Type.String({ description: "account of the taker; null when the venue does not show it" })),
  broker_id: orNull(Type.String({ description: "builder of the taker; null when the venue does not show it" })),
  executed_timestamp: shownTime("when it was matched"),
});

const fundingRateText = Type.Object({
  funding_rate: decimalText("as a fraction; above 0, longs pay shorts"),
  mark_price: decimalText("mark price at which it was paid, in USDC"),
  funding_rate_timestamp: shownTime("when it was paid"),
});

const liquidatedPosition = Type.Object({
  symbol: marketName,
  side: Type.Enum(["LONG", "SHORT"], { description: "direction of the liquidated position" }),
  position_qty: decimalText("size that was taken away, in base currency; below 0 for a short"),
  notional: decimalText("its value at the mark price, in USDC"),
  mark_price: decimalText("mark price at which it changed hands, in USDC"),
  est_liq_price: decimalText("mark price of the liquidation, in USDC"),
  address: orNull(Type.String({ description: "wallet that was liquidated" })),
  account_id: orNull(Type.String({ description: "account that was liquidated" })),
  broker_id: orNull(Type.String({ description: "builder of the account" })),
  timestamp: shownTime("when it was liquidated"),
});

const averageRate = decimalOrNull("average rate, as a fraction; null if there was no funding in that time");

export const marketQueries = {
  marketSummary: queryKind({
    summary: "Prices, volumes and rules of all markets, or of the named ones",
    weight: 1,
    ageMaxMs: 5 * SECOND,
    request: Type.Object({
      symbols: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
          maxItems: 100,
          description: "symbols of markets; empty or absent: all markets",
        }),
      ),
    }),
    data: Type.Object({
      total_24h_volume: decimalOrNull("traded in these markets in the last 24 hours, in USDC"),
      total_open_interest: decimalOrNull("open interest of these markets at mark prices, in USDC"),
      markets: Type.Array(marketSummary, { description: "the markets, sorted by symbol" }),
    }),
  }),
  marketDetail: queryKind({
    summary: "One market: its figures, book, trades, funding and candles, or the named sections of these",
    weight: 2,
    ageMaxMs: 5 * SECOND,
    request: Type.Object({
      symbol: ofMarket,
      include: Type.Optional(
        Type.Array(Type.Enum([...DETAIL_SECTIONS]), { maxItems: 20, description: "sections; empty or absent: all" }),
      ),
      orderbook_levels: clampedCount("number of levels on each side of the book", { fallback: 20, max: 100 }),
      recent_trades_limit: count("maximum number of trades", { fallback: 20, max: 100 }),
      funding_history_limit: count("maximum number of funding payments", { fallback: 8, max: 100 }),
      candles_interval: Type.Optional(
        Type.Enum([...QUERY_INTERVALS], { default: "1h", description: "length of a candle" }),
      ),
      candles_limit: count("maximum number of candles", { fallback: 24, max: 500 }),
    }),
    data: Type.Object({
      symbol: marketName,
      market_info: Type.Optional(Type.Object(summaryFields, { description: "figures and rules" })),
      orderbook: Type.Optional(Type.Object(bookSides, { description: "the visible book" })),
      recent_trades: Type.Optional(Type.Array(takerTrade, { description: "latest trades, newest first" })),
      funding_history: Type.Optional(Type.Array(fundingRateText, { description: "past funding rates, newest first" })),
      candles: Type.Optional(Type.Array(candleText, { description: "candles, newest first" })),
    }),
  }),
  orderbook: queryKind({
    summary: "The visible book of a market",
    weight: 1,
    ageMaxMs: SECOND,
    request: Type.Object({
      symbol: ofMarket,
      max_level: clampedCount("number of levels on each side", { fallback: 100, max: 1_000 }),
    }),
    data: Type.Object({
      symbol: marketName,
      mid_price: decimalOrNull(
        "midpoint of best bid and best ask, in USDC, with 8 decimals; null when a side is empty",
      ),
      spread: decimalOrNull("best ask less best bid, in USDC; null when a side is empty"),
      ...bookSides,
      ts: shownTime("when the book was read"),
    }),
  }),
  candles: queryKind({
    summary: "Candles of a market, newest first, including the current one",
    weight: 2,
    ageMaxMs: MINUTE,
    request: Type.Object({
      symbol: ofMarket,
      interval,
      ...span,
      limit: count("maximum number of candles", { fallback: 500, max: 5_000 }),
      cursor,
    }),
    data: page(candleText),
  }),
  marketTrades: queryKind({
    summary: "The latest trades of a market with their takers, newest first",
    weight: 1,
    ageMaxMs: SECOND,
    request: Type.Object({
      symbol: ofMarket,
      limit: clampedCount("maximum number of trades", { fallback: 50, max: 200 }),
    }),
    data: page(takerTrade),
  }),
  fundingRateHistory: queryKind({
    summary: "Past funding rates of a market, newest first",
    weight: 2,
    ageMaxMs: 30 * SECOND,
    request: Type.Object({
      symbol: ofMarket,
      ...span,
      limit: count("maximum number of funding payments", { fallback: 500, max: 5_000 }),
      cursor,
    }),
    data: page(fundingRateText),
  }),
  fundingComparison: queryKind({
    summary: "Funding rates of all markets, or of one, over several periods of time",
    weight: 2,
    ageMaxMs: MINUTE,
    request: Type.Object({ symbol: Type.Optional(ofMarket) }),
    data: Type.Object({
      rows: Type.Array(
        Type.Object({
          symbol: marketName,
          next_funding_time: shownTime("when funding is next paid"),
          exchanges: Type.Array(
            Type.Object({
              name: Type.String({ description: "this venue" }),
              last: decimalOrNull("the last rate, as a fraction; null before the first funding"),
              "1d": averageRate,
              "7d": averageRate,
              "30d": averageRate,
            }),
            { description: "this venue only: others are not queried" },
          ),
        }),
        { description: "the markets, sorted by symbol" },
      ),
      next_cursor: Type.Null({ description: "always null: there is one page" }),
    }),
  }),
  liquidations: queryKind({
    summary: "Positions that were liquidated, newest first",
    weight: 2,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({
      symbol: Type.Optional(ofMarket),
      limit: count("maximum number of rows", { fallback: 50, max: 500 }),
      cursor,
    }),
    data: page(liquidatedPosition),
  }),
};
