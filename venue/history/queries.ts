// All reads of history on one database, as plain calls: what `HistoryReader` offers, without its waiting.

import type { Database } from "bun:sqlite";
import { FillQueries } from "./fill-queries.ts";
import { LedgerQueries } from "./ledger-queries.ts";
import { MarketQueries } from "./market-queries.ts";
import { OrderQueries } from "./order-queries.ts";
import type { CandleInterval, FillFilter, LedgerFilter, OrderFilter } from "./reader.ts";

export function historyQueries(database: Database) {
  const orders = new OrderQueries(database);
  const fills = new FillQueries(database);
  const markets = new MarketQueries(database);
  const ledger = new LedgerQueries(database);
  return {
    orders: (filter: OrderFilter) => orders.orders(filter),
    order: (account: number, orderId: number) => orders.order(account, orderId),
    orderByClientId: (account: number, clientOrderId: string) => orders.orderByClientId(account, clientOrderId),
    fills: (filter: FillFilter) => fills.fills(filter),
    fill: (account: number, tradeId: number) => fills.fill(account, tradeId),
    feesAndPnlSince: (account: number, since: number) => fills.feesAndPnlSince(account, since),
    trades: (market: number, limit: number) => markets.trades(market, limit),
    candles: (market: number, interval: CandleInterval, limit: number, until: number) =>
      markets.candles(market, interval, limit, until),
    minutesSince: (market: number, since: number) => markets.minutesSince(market, since),
    brokerMinutesSince: (since: number) => markets.brokerMinutesSince(since),
    ledger: (filter: LedgerFilter) => ledger.ledger(filter),
  };
}

export type HistoryQueries = ReturnType<typeof historyQueries>;
export type QueryName = keyof HistoryQueries;
export type QueryParameters<Name extends QueryName> = Parameters<HistoryQueries[Name]>;
export type QueryResult<Name extends QueryName> = ReturnType<HistoryQueries[Name]>;
