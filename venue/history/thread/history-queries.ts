// Every read of history, by name, on one database. The history thread answers them by these names; all other readers use a
// `HistoryReader`, which waits for the journal position that the answer must include. Long lists that are sent on unchanged are
// returned as text (../wallet/written-rows.ts). Times are venue milliseconds, numbers are in the engine's units.

import { accountDays, accountTotals } from "../queries/account-day-queries.ts";
import { algoOrder, algoOrderByClientId, algoOrderOfAny, algoOrders } from "../queries/algo-order-queries.ts";
import { accountMarketSums, algoFills, fill, fills } from "../queries/fill-queries.ts";
import { fundingPayments, fundingRates, fundingRatesBefore, fundingRatesSince } from "../queries/funding-queries.ts";
import { liquidations, liquidationsFrom } from "../queries/liquidation-queries.ts";
import { candles, trades } from "../queries/market-queries.ts";
import {
  assets,
  creditedDeposits,
  distributions,
  ledger,
  paidWithdrawals,
  received,
  settlements,
  transfers,
} from "../queries/money-queries.ts";
import { notifications, unreadNotifications } from "../queries/notification-queries.ts";
import { order, orderByClientId, orderOfAny, orders } from "../queries/order-queries.ts";
import { positionHistory } from "../queries/position-queries.ts";
import { referralFigures } from "../queries/referral-queries.ts";
import { runningFigures } from "../queries/running-figures.ts";
import { vaultFigures, vaultInvestors, vaultOperations, vaultPeriods, vaultValues } from "../queries/vault-queries.ts";
import { tradedVolumes } from "../queries/volume-queries.ts";
import type { Reads } from "../tables/history-store.ts";
import { walletFundingPayments, walletMovements } from "../wallet/wallet-lists.ts";
import { writtenCandles } from "../wallet/written-candles.ts";
import { writtenFills } from "../wallet/written-fills.ts";
import { writtenOrders } from "../wallet/written-orders.ts";

const QUERIES = {
  orders,
  order,
  orderByClientId,
  orderOfAny,
  algoOrders,
  algoOrder,
  algoOrderByClientId,
  algoOrderOfAny,
  fills,
  fill,
  algoFills,
  trades,
  candles,
  runningFigures,
  ledger,
  settlements,
  transfers,
  assets,
  creditedDeposits,
  paidWithdrawals,
  received,
  distributions,
  fundingRates,
  fundingRatesBefore,
  fundingRatesSince,
  fundingPayments,
  liquidations,
  liquidationsFrom,
  accountDays,
  accountTotals,
  accountMarketSums,
  positionHistory,
  tradedVolumes,
  vaultOperations,
  vaultPeriods,
  vaultInvestors,
  vaultFigures,
  vaultValues,
  referralFigures,
  notifications,
  unreadNotifications,
  walletFundingPayments,
  walletMovements,
  writtenCandles,
  writtenFills,
  writtenOrders,
};

type Queries = typeof QUERIES;
export type QueryName = keyof Queries;
export type QueryParameters<Name extends QueryName> =
  Parameters<Queries[Name]> extends [Reads, ...infer Rest] ? Rest : never;
export type QueryResult<Name extends QueryName> = ReturnType<Queries[Name]>;

/** The queries as plain calls on open tables. */
export type HistoryQueries = {
  readonly [Name in QueryName]: (...parameters: QueryParameters<Name>) => QueryResult<Name>;
};

/** A query, as the history thread receives it. */
export interface AskedQuery {
  readonly name: QueryName;
  readonly parameters: readonly unknown[];
}

export function answerTo(tables: Reads, { name, parameters }: AskedQuery): unknown {
  const query = QUERIES[name] as (tables: Reads, ...parameters: readonly unknown[]) => unknown;
  return query(tables, ...parameters);
}

const NAMES = Object.keys(QUERIES) as QueryName[];

export function historyQueries(tables: Reads): HistoryQueries {
  const bound = NAMES.map((name) => [name, (...parameters: unknown[]) => answerTo(tables, { name, parameters })]);
  return Object.fromEntries(bound);
}
