// Handlers of the queries about markets. Interface 4.3.

import { DETAIL_SECTIONS } from "@evermark/interface/queries/market-queries.ts";
import type { QueryAnswer, QueryRequest } from "@evermark/interface/queries/public-query.ts";
import { HistoryUnavailable } from "../../history/index.ts";
import { JsonText } from "../../http/envelope/envelope.ts";
import type { Venue } from "../../venue.ts";
import { moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";
import { SharedAnswers } from "../markets/shared-answers.ts";
import { allMarkets, marketOf } from "../named/named-market.ts";
import { bookOf, sidesOf } from "./book-text.ts";
import { candlesOf } from "./candle-query.ts";
import { fundingRatesOf } from "./funding.ts";
import { summaryOf, totalsOf } from "./market-summary.ts";
import { type Handlers, writtenPage } from "./query-context.ts";

const BOOK_LEVELS = { fallback: 100, max: 1_000 };
const DETAIL_BOOK_LEVELS = { fallback: 20, max: 100 };
const TRADES = { fallback: 50, max: 200 };
const CANDLES_DEFAULT = 500;
const DETAIL_TRADES_DEFAULT = 20;
const DETAIL_FUNDINGS_DEFAULT = 8;
const DETAIL_CANDLES_DEFAULT = 24;

/** The nearest allowed count. */
export function clamped(count: number | undefined, { fallback, max }: { fallback: number; max: number }): number {
  return Math.min(max, Math.max(1, count ?? fallback));
}

const summaries = new SharedAnswers();
const books = new SharedAnswers();

/** The answer about all markets is kept in the slot of the first market. */
const EVERY = { market: 0, variant: 0 };

export const marketHandlers: Handlers<"marketSummary" | "marketDetail" | "orderbook" | "candles" | "marketTrades"> = {
  marketSummary({ venue, request: { symbols = [] } }) {
    if (symbols.length > 0)
      return summary(
        venue,
        [...new Set(symbols)].map((symbol) => marketOf(venue, symbol)),
      );
    return new JsonText(summaries.of(venue, EVERY, () => JSON.stringify(summary(venue, allMarkets(venue)))));
  },

  async marketDetail({ venue, request }) {
    const market = marketOf(venue, request.symbol);
    const sections = request.include === undefined || request.include.length === 0 ? DETAIL_SECTIONS : request.include;
    const wanted = new Set<string>(sections);
    const [fundings, candles] = await Promise.all([
      wanted.has("funding_history") ? orAbsent(detailFundings(venue, market, request)) : undefined,
      wanted.has("candles") ? orAbsent(detailCandles(venue, market, request)) : undefined,
    ]);
    const levels = clamped(request.orderbook_levels, DETAIL_BOOK_LEVELS);
    const text = JSON.stringify({
      symbol: request.symbol,
      ...(wanted.has("market_info") && { market_info: summaryOf(venue, market) }),
      ...(wanted.has("orderbook") && { orderbook: sidesOf(venue, market, levels) }),
      ...(wanted.has("recent_trades") && detailTrades(venue, market, request)),
      ...(fundings && { funding_history: fundings }),
    });
    return new JsonText(candles === undefined ? text : `${text.slice(0, -1)},"candles":[${candles.rows}]}`);
  },

  orderbook({ venue, request }) {
    const market = marketOf(venue, request.symbol);
    const levels = clamped(request.max_level, BOOK_LEVELS);
    const book = books.of(venue, { market, variant: levels }, () => JSON.stringify(bookOf(venue, market, levels)));
    return new JsonText(`${book.slice(0, -1)},"ts":${venue.clock.now()}}`);
  },

  async candles({ venue, request, cursors }) {
    const market = marketOf(venue, request.symbol);
    const { interval, start_time: startTime, end_time = Number.MAX_SAFE_INTEGER, limit = CANDLES_DEFAULT } = request;
    const place = cursors.read(["last_ts"]);
    const endTime = place === undefined ? end_time : Math.min(end_time, place.last_ts - 1);
    const found = await candlesOf(venue, { market, interval, startTime, endTime, limit });
    return writtenPage(cursors, found, (last_ts) => ({ last_ts }));
  },

  marketTrades({ venue, request }) {
    const market = marketOf(venue, request.symbol);
    return { rows: tradesOf(venue, market, clamped(request.limit, TRADES)), next_cursor: null };
  },
};

function summary(venue: Venue, markets: readonly number[]): QueryAnswer<"marketSummary"> {
  const { amount, openInterest } = totalsOf(venue, markets);
  const isNone = markets.length === 0;
  return {
    total_24h_volume: isNone ? null : moneyText(amount),
    total_open_interest: isNone ? null : moneyText(openInterest),
    markets: markets
      .map((market) => summaryOf(venue, market))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)),
  };
}

/** Newest first. The taker is shown if the venue shows wallets. */
function tradesOf({ engine, statistics, configuration }: Venue, market: number, limit: number) {
  const { parameters } = engine.market(market);
  const { showsWallets } = configuration.publicQuery;
  return statistics.recentTrades(market, limit).map(({ takerSide, price, quantity, taker, at }) => {
    const owner = taker === null || !showsWallets ? undefined : engine.account(taker);
    return {
      symbol: parameters.symbol,
      side: takerSide,
      executed_price: priceText(parameters, price),
      executed_quantity: quantityText(parameters, quantity),
      address: owner?.wallet ?? null,
      account_id: owner?.accountId ?? null,
      broker_id: owner?.brokerId ?? null,
      executed_timestamp: at,
    };
  });
}

type Detail = QueryRequest<"marketDetail">;

function detailTrades(venue: Venue, market: number, { recent_trades_limit }: Detail) {
  try {
    return { recent_trades: tradesOf(venue, market, recent_trades_limit ?? DETAIL_TRADES_DEFAULT) };
  } catch (error) {
    if (error instanceof HistoryUnavailable) return {};
    throw error;
  }
}

function detailFundings(venue: Venue, market: number, { funding_history_limit }: Detail) {
  return fundingRatesOf(venue, { market, limit: funding_history_limit ?? DETAIL_FUNDINGS_DEFAULT });
}

function detailCandles(venue: Venue, market: number, { candles_interval, candles_limit }: Detail) {
  const limit = candles_limit ?? DETAIL_CANDLES_DEFAULT;
  return candlesOf(venue, { market, interval: candles_interval ?? "1h", limit });
}

/** Undefined for a section that can't be read for now, so that the others are returned. */
async function orAbsent<Section>(section: Promise<Section>): Promise<Section | undefined> {
  try {
    return await section;
  } catch (error) {
    if (error instanceof HistoryUnavailable) return undefined;
    throw error;
  }
}
