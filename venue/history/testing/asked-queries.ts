// Calls of every query of history, with every combination of its optional filters.

import type { HistoryQueries, QueryName } from "../thread/history-queries.ts";

/** The calls of each query. The compiler reports a query that has no calls here. */
type Asked = { readonly [Name in QueryName]: readonly Parameters<HistoryQueries[Name]>[] };

const NAMING = { markets: JSON.stringify([{ symbol: "PERP_BTC_USDC", quoteTick: 1, baseTick: 1 }]) };
const PAGE = { page: 1, size: 25 };
const SPAN = { startTime: 1, endTime: 2 };

/** A filter with every combination of its optional parts. */
function filters<Filter extends object>(needed: object, optional: Partial<Filter>): [Filter][] {
  const names = Object.keys(optional) as (keyof Filter)[];
  return Array.from({ length: 2 ** names.length }, (_, selection) => {
    const given = names.filter((_, i) => (selection & (1 << i)) !== 0).map((name) => [name, optional[name]]);
    return [{ ...PAGE, ...needed, ...Object.fromEntries(given) } as Filter];
  });
}

type Filter<Name extends QueryName> = Parameters<HistoryQueries[Name]>[0] extends infer F extends object ? F : never;

const ORDER_OPTIONS: Partial<Filter<"orders">> = { market: 1, side: "BUY", orderType: "LIMIT", tag: "x", ...SPAN };
const SORTS = ["CREATED_TIME_DESC", "CREATED_TIME_ASC", "UPDATED_TIME_DESC", "UPDATED_TIME_ASC"] as const;
const STATUSES = [undefined, ["NEW"], ["FILLED", "CANCELLED"]];

export const ASKED: Asked = {
  orders: SORTS.flatMap((sort) =>
    STATUSES.flatMap((statuses) =>
      filters<Filter<"orders">>({ account: 1, sort, ...(statuses && { statuses }) }, ORDER_OPTIONS),
    ),
  ),
  order: [[1, 1]],
  orderByClientId: [[1, "x"]],
  fills: filters<Filter<"fills">>({ account: 1 }, { market: 1, orderId: 1, ...SPAN }),
  fill: [[1, 1]],
  trades: [[1, 500]],
  writtenCandles: [[{ market: 0, ...NAMING, interval: "5m", startTime: 0, until: 1_700_000_000_000, limit: 100 }]],
  candles: [[1, "5m", 100, 1_700_000_000_000]],
  runningFigures: [[{ markets: 1, tradesMax: 500, candlesSince: 1, daySince: 1, priceTimes: [60_000] }]],
  ledger: filters<Filter<"ledger">>({ account: 1 }, { kinds: ["deposit"], ...SPAN }),
  creditedDeposits: [[["deposit:1", "deposit:2"]]],
  paidWithdrawals: [[1, "0x"]],
  received: [[1]],
  algoOrders: filters<Filter<"algoOrders">>(
    { account: 1 },
    { market: 1, side: "BUY", algoType: "STOP", statuses: ["NEW"], isTriggered: true, tag: "x", ...SPAN },
  ),
  algoOrder: [[1, 1]],
  algoOrderByClientId: [[1, "x"]],
  algoFills: [[1, 1, 500]],
  fundingRates: filters<Filter<"fundingRates">>({ market: 1 }, SPAN),
  fundingRatesSince: [[1]],
  fundingPayments: filters<Filter<"fundingPayments">>({ account: 1 }, { market: 1, ...SPAN }),
  liquidations: filters<Filter<"liquidations">>(
    {},
    { account: 1, taker: 1, market: 1, liquidationId: 1, kinds: ["claim", "liquidated"], ...SPAN },
  ),
  settlements: filters<Filter<"settlements">>({ account: 1 }, SPAN),
  transfers: (["IN", "OUT"] as const).flatMap((side) =>
    filters<Filter<"transfers">>({ account: 1, side }, { others: [1, 2], notOthers: [3, 4], ...SPAN }),
  ),
  assets: filters<Filter<"assets">>({ account: 1 }, { side: "DEPOSIT", states: ["PENDING", "COMPLETED"], ...SPAN }),
  tradedVolumes: [["x", 1]],
  distributions: [[1], [1, 2]].flatMap((accounts) =>
    filters<Filter<"distributions">>({ accounts }, { kinds: ["REFERRAL"] as never, ...SPAN }),
  ),
  accountDays: [[{ account: 1, from: 1, to: 9 }]],
  notifications: filters<Filter<"notifications">>({ account: 1 }, { type: "TRADE" }),
  unreadNotifications: [[1]],
  positionHistory: [[{ account: 1, limit: 25 }], [{ account: 1, market: 1, limit: 25 }]],
  accountTotals: [[{ account: 1, days: [1, 9] }]],
  vaultOperations: filters<Filter<"vaultOperations">>(
    { account: 1 },
    { vaultId: "v", operations: ["LP_DEPOSIT", "SP_DEPOSIT"], ...SPAN },
  ),
  vaultPeriods: [[{ vaultId: "v", accounts: [1, 2], from: 0, to: 25 }]],
  vaultInvestors: [[[1]], [[1, 2]]],
  vaultFigures: [["v", [1, 2]]],
  vaultValues: [[{ vaultId: "v", since: 1, daily: false }], [{ vaultId: "v", since: 0, daily: true }]],
  referralFigures: [[1, 1_700_000_000_000, [1, 7]]],
  fundingRatesBefore: filters<Filter<"fundingRatesBefore">>({ market: 1, limit: 5 }, { before: 9, ...SPAN }),
  liquidationsFrom: filters<Filter<"liquidationsFrom">>({ limit: 5 }, { market: 1, upTo: 9 }),
  accountMarketSums: [[{ accounts: [1, 2], today: 9 }]],
  orderOfAny: [[1]],
  algoOrderOfAny: [[1]],
  writtenOrders: ofWallet<Filter<"writtenOrders">>({ ...NAMING, statuses: ["FILLED", "CANCELLED"] }, { market: 1 }),
  writtenFills: ofWallet<Filter<"writtenFills">>(NAMING, { market: 1 }),
  walletFundingPayments: ofWallet<Filter<"walletFundingPayments">>({}, { market: 1 }),
  walletMovements: ofWallet<Filter<"walletMovements">>({ kinds: ["deposit", "withdrawal"] }, {}),
};

/** Filters for lists of the accounts of a wallet. */
function ofWallet<F extends object>(needed: object, optional: Partial<F>): [F][] {
  const place = { at: 5, id: 7, kind: 1 };
  return filters<F>({ accounts: [1, 2], limit: 5, ...needed }, { place, ...optional, ...SPAN } as Partial<F>);
}

/** Makes each call once. */
export function askEach(queries: HistoryQueries, heard: (name: QueryName, answer: unknown) => void = () => {}): void {
  for (const [name, calls] of Object.entries(ASKED)) {
    const query = queries[name as QueryName] as (...parameters: unknown[]) => unknown;
    for (const parameters of calls) heard(name as QueryName, query(...(parameters as unknown[])));
  }
}
