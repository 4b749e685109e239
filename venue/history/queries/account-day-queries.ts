// Reads of an account's days. Interface 4.10: statistics of an account by day, and its value over time.

import type { Reads } from "../tables/history-store.ts";
import { select } from "../tables/selection.ts";
import { statement } from "../tables/statement.ts";

/** One complete day of an account, in micros. */
export interface AccountDayRow {
  /** Days from 1970 to the start of this day, UTC. */
  readonly day: number;
  /** The account's value at the end of the day, including what was being withdrawn. */
  readonly value: number;
  /** The change in value since the day before, without what came in from outside or went out. */
  readonly pnl: number;
  readonly volume: number;
  readonly fee: number;
  readonly trades: number;
}

interface StoredDay {
  readonly day: number;
  readonly volume: number;
  readonly fee: number;
  readonly trades: number;
  readonly movedTotal: number;
  readonly value: number;
  readonly frozen: number;
}

const DAY = select("account_days", ["day", "volume", "fee", "trades", "moved_total", "value", "frozen"]);

const DAY_BEFORE = statement((builder, { account, from }: { account: number; from: number }) =>
  builder
    .selectFrom("account_days")
    .select(DAY.columns)
    .where("account", "=", account)
    .where("day", "<", from)
    .orderBy("day", "desc")
    .limit(1)
    .$castTo<StoredDay>(),
);

const DAYS = statement((builder, { account, from, to }: { account: number; from: number; to: number }) =>
  builder
    .selectFrom("account_days")
    .select(DAY.columns)
    .where("account", "=", account)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("value", "is not", null)
    .orderBy("day")
    .$castTo<StoredDay>(),
);

/** The day before an account's first. */
const NO_DAY: Omit<StoredDay, "day"> = { volume: 0, fee: 0, trades: 0, movedTotal: 0, value: 0, frozen: 0 };

/**
 * Every complete day from `from` to `to`, oldest first, both included; days before the account's first are left out.
 * @param asked.to at most yesterday: an account that does nothing has no row that shows which day is running
 */
export function accountDays(
  tables: Reads,
  { account, from, to }: { readonly account: number; readonly from: number; readonly to: number },
): AccountDayRow[] {
  const before = tables.first(DAY_BEFORE, { account, from });
  const stored = tables.all(DAYS, { account, from, to });
  const first = before === undefined ? stored[0]?.day : from;
  if (first === undefined) return [];
  const rows: AccountDayRow[] = [];
  let last: Omit<StoredDay, "day"> = before ?? NO_DAY;
  for (let day = first, i = 0; day <= to; day++) {
    const own = stored[i]?.day === day ? stored[i++]! : { ...last, volume: 0, fee: 0, trades: 0 };
    const { value, frozen, volume, fee, trades } = own;
    const pnl = value - last.value - (own.movedTotal - last.movedTotal);
    rows.push({ day, value: value + frozen, pnl, volume, fee, trades });
    last = own;
  }
  return rows;
}

/** What an account traded and paid since the start of given days, including the running day. Micros. */
interface AccountTotals {
  /** In the order of the days that were asked for. */
  readonly since: readonly { readonly volume: number; readonly fee: number }[];
  /** Since the account was opened. */
  readonly volume: number;
}

const TRADED = statement((builder, { account, from }: { account: number; from: number }) =>
  builder
    .selectFrom("account_days")
    .select(["day", "volume", "fee"])
    .where("account", "=", account)
    .where("day", ">=", from)
    .orderBy("day"),
);

const TRADED_EVER = statement((builder, { account }: { account: number }) =>
  builder
    .selectFrom("account_days")
    .select("volume_total as volume")
    .where("account", "=", account)
    .orderBy("day", "desc")
    .limit(1),
);

/** @param asked.days the first day of each sum; at most a year ago */
export function accountTotals(
  tables: Reads,
  { account, days }: { readonly account: number; readonly days: readonly number[] },
): AccountTotals {
  const rows = tables.all(TRADED, { account, from: Math.min(...days) });
  const since = days.map((from) => {
    const sums = { volume: 0, fee: 0 };
    for (const { day, volume, fee } of rows) {
      if (day < from) continue;
      sums.volume += volume;
      sums.fee += fee;
    }
    return sums;
  });
  return { since, volume: tables.first(TRADED_EVER, { account })?.volume ?? 0 };
}
