// What the fills, transfers and funding of every account add up to by market and UTC day: what lists of wallets over a week
// or a month are made of, without a look at single fills. Interface 4.3.

import { MONTH_DAYS, WEEK_DAYS } from "../../statistics/candles.ts";
import type { FillSums } from "../../statistics/day-result.ts";
import { Where } from "../tables/page-of.ts";
import type { Tables } from "../tables/tables.ts";

export const ACCOUNT_MARKET_DAY_TABLES = `
CREATE TABLE account_market_days (
  account INTEGER NOT NULL,
  -- Whole days from 1970 to its beginning, UTC.
  day INTEGER NOT NULL,
  market INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  trades INTEGER NOT NULL,
  closes INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  PRIMARY KEY (account, day, market)
) STRICT, WITHOUT ROWID;
`;

export const ADD_ACCOUNT_MARKET_DAY = `
INSERT INTO account_market_days (account, day, market, quantity, cost, fee, volume, trades, closes, wins)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (account, day, market) DO UPDATE SET
  quantity = quantity + excluded.quantity,
  cost = cost + excluded.cost,
  fee = fee + excluded.fee,
  volume = volume + excluded.volume,
  trades = trades + excluded.trades,
  closes = closes + excluded.closes,
  wins = wins + excluded.wins`;

/** Of one account and market. */
export interface MarketSums {
  readonly account: number;
  readonly market: number;
  readonly week: FillSums;
  readonly month: FillSums;
}

const NAMES = ["quantity", "cost", "fee", "volume", "trades", "closes", "wins"] as const;
const COLUMNS = NAMES.flatMap((name) => [`sum(${name}) AS ${name}`, `sum(iif(day > ?, ${name}, 0)) AS ${name}_week`]);

type Summed = Readonly<Record<string, number>>;

/**
 * Over the day that is given and the days before it: a month in all, and a week of that. Accounts that did nothing have
 * no row.
 */
export function accountMarketSums(
  tables: Tables,
  { accounts, today }: { readonly accounts: readonly number[]; readonly today: number },
): MarketSums[] {
  const where = new Where().oneOf("account", accounts).and("day > ?", today - MONTH_DAYS);
  const rows = tables.all<Summed>(
    `SELECT account, market, ${COLUMNS.join(", ")} FROM account_market_days WHERE ${where.text} GROUP BY account, market`,
    ...NAMES.map(() => today - WEEK_DAYS),
    ...where.values,
  );
  return rows.map((row) => ({
    account: row.account!,
    market: row.market!,
    month: sumsOf(row, ""),
    week: sumsOf(row, "_week"),
  }));
}

function sumsOf(row: Summed, suffix: string): FillSums {
  return Object.fromEntries(NAMES.map((name) => [name, row[name + suffix]!])) as Record<(typeof NAMES)[number], number>;
}
