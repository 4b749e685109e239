// Every read of history, by name, on one database. The history thread answers them by these names; everyone else asks
// through a `HistoryReader`, which waits for the journal position that the answer must know. A long list that goes out as
// it is comes as text (written-rows.ts).

import type { CandleInterval } from "../../statistics/candles.ts";
import { accountDays, accountTotals } from "../records/account-day-records.ts";
import { algoFills } from "../records/algo-fills.ts";
import { algoOrder, algoOrderByClientId, algoOrders } from "../records/algo-order-records.ts";
import { assets } from "../records/deposit-records.ts";
import { fundingPayments, fundingRates, fundingRatesBefore, fundingRatesSince } from "../records/funding-records.ts";
import { liquidations, liquidationsFrom } from "../records/liquidation-records.ts";
import { distributions, settlements, transfers } from "../records/money-records.ts";
import { notifications, unreadNotifications } from "../records/notification-records.ts";
import { positionHistory } from "../records/position-records.ts";
import { received } from "../records/received-records.ts";
import { referralFigures } from "../records/referral-records.ts";
import { tradedVolumes } from "../records/volume-hours.ts";
import type { Tables } from "../tables/tables.ts";
import { accountMarketSums } from "./account-market-days.ts";
import { FillQueries } from "./fill-queries.ts";
import { LedgerQueries } from "./ledger-queries.ts";
import { MarketQueries } from "./market-queries.ts";
import { OrderQueries } from "./order-queries.ts";
import type { FillFilter, LedgerFilter, OrderFilter } from "./rows.ts";
import { runningFigures } from "./running-figures.ts";
import { vaultFigures, vaultInvestors, vaultOperations, vaultPeriods, vaultValues } from "./vault-queries.ts";
import { algoOrderOfAny, orderOfAny, walletFundingPayments, walletMovements } from "./wallet/wallet-lists.ts";
import { writtenCandles } from "./wallet/written-candles.ts";
import { writtenFills } from "./wallet/written-fills.ts";
import { writtenOrders } from "./wallet/written-orders.ts";

const QUERIES = {
  orders: (tables: Tables, filter: OrderFilter) => new OrderQueries(tables).orders(filter),
  order: (tables: Tables, account: number, orderId: number) => new OrderQueries(tables).order(account, orderId),
  /** The newest order of an account that carried this id. */
  orderByClientId: (tables: Tables, account: number, clientOrderId: string) =>
    new OrderQueries(tables).orderByClientId(account, clientOrderId),
  /** Newest first; reaches back over the latest 500 fills of the account only, unless `orderId` is given. */
  fills: (tables: Tables, filter: FillFilter) => new FillQueries(tables).fills(filter),
  fill: (tables: Tables, account: number, tradeId: number) => new FillQueries(tables).fill(account, tradeId),
  /** Newest first. */
  trades: (tables: Tables, market: number, limit: number) => new MarketQueries(tables).trades(market, limit),
  /** Closed and running candles, oldest first; intervals without a trade are filled with the last close. */
  candles: (tables: Tables, market: number, interval: CandleInterval, limit: number, until: number) =>
    new MarketQueries(tables).candles(market, interval, limit, until),
  runningFigures,
  /** Newest first. */
  ledger: (tables: Tables, filter: LedgerFilter) => new LedgerQueries(tables).ledger(filter),
  /** Deposits that came by transfer to the account's receiver address. */
  received,
  algoOrders,
  algoOrder,
  algoOrderByClientId,
  /** Newest first; of all the orders that one algo order placed. */
  algoFills,
  fundingRates,
  fundingRatesBefore,
  fundingRatesSince,
  fundingPayments,
  liquidations,
  liquidationsFrom,
  settlements,
  transfers,
  /** Deposits and withdrawals. */
  assets,
  distributions,
  accountDays,
  accountTotals,
  positionHistory,
  tradedVolumes,
  vaultOperations,
  vaultPeriods,
  vaultInvestors,
  vaultFigures,
  vaultValues,
  referralFigures,
  accountMarketSums,
  orderOfAny,
  algoOrderOfAny,
  walletFundingPayments,
  walletMovements,
  writtenCandles,
  writtenFills,
  writtenOrders,
  /** Newest first. */
  notifications,
  unreadNotifications,
};

type Queries = typeof QUERIES;
export type QueryName = keyof Queries;
type QueryParameters<Name extends QueryName> = Parameters<Queries[Name]> extends [Tables, ...infer Rest] ? Rest : never;
type QueryResult<Name extends QueryName> = ReturnType<Queries[Name]>;

/** The same as plain calls on open tables. */
export type HistoryQueries = {
  readonly [Name in QueryName]: (...parameters: QueryParameters<Name>) => QueryResult<Name>;
};

/**
 * The same for those who wait: each read answers once history has caught up with journal position `after`, so that a
 * caller sees what was answered to it before.
 */
export type HistoryReader = {
  readonly [Name in QueryName]: (
    ...parameters: [...QueryParameters<Name>, after: number]
  ) => Promise<QueryResult<Name>>;
};

/** What the history thread is asked. */
export interface AskedQuery {
  readonly name: QueryName;
  readonly parameters: readonly unknown[];
}

export function answerTo(tables: Tables, { name, parameters }: AskedQuery): unknown {
  const query = QUERIES[name] as (tables: Tables, ...parameters: readonly unknown[]) => unknown;
  return query(tables, ...parameters);
}

const NAMES = Object.keys(QUERIES) as QueryName[];

export function historyQueries(tables: Tables): HistoryQueries {
  const bound = NAMES.map((name) => [name, (...parameters: unknown[]) => answerTo(tables, { name, parameters })]);
  return Object.fromEntries(bound);
}

/** A reader that asks by name. */
export function historyReader(
  ask: (name: QueryName, parameters: readonly unknown[], after: number) => Promise<unknown>,
): HistoryReader {
  const reads = NAMES.map((name) => [
    name,
    (...given: unknown[]) => ask(name, given.slice(0, -1), given.at(-1) as number),
  ]);
  return Object.fromEntries(reads);
}
