// All reads of history on one database, as plain calls: what `HistoryReader` offers, without its waiting.

import type { CandleInterval } from "../statistics/candles.ts";
import { FillQueries } from "./fill-queries.ts";
import { LedgerQueries } from "./ledger-queries.ts";
import { MarketQueries } from "./market-queries.ts";
import { OrderQueries } from "./order-queries.ts";
import type { FillFilter, LedgerFilter, OrderFilter } from "./reader.ts";
import type { Tables } from "./tables.ts";

export function historyQueries(tables: Tables) {
  const orders = new OrderQueries(tables);
  const fills = new FillQueries(tables);
  const markets = new MarketQueries(tables);
  const ledger = new LedgerQueries(tables);
  return {
    orders: (filter: OrderFilter) => orders.orders(filter),
    order: (account: number, orderId: number) => orders.order(account, orderId),
    orderByClientId: (account: number, clientOrderId: string) => orders.orderByClientId(account, clientOrderId),
    fills: (filter: FillFilter) => fills.fills(filter),
    fill: (account: number, tradeId: number) => fills.fill(account, tradeId),
    accountMinutesSince: (since: number) => fills.accountMinutesSince(since),
    fillSumsSince: (account: number, since: number) => fills.fillSumsSince(account, since),
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
