// Answers about an account's trading volume and value: the current day from the statistics in memory, all others from
// history, which records them as days end. Interface 4.10.

import { allDailyStatistics, RECENT_DAYS, statistics } from "@evermark/interface/accounts/statistics.ts";
import type { AccountDayRow } from "../../history/index.ts";
import { type PageOf, pageOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import { invalid } from "../../wire/api-error.ts";
import { fromMicros } from "../../wire/decimals.ts";

const getStatistics = bind(statistics.getStatistics, async ({ venue, caller }) => {
  const { account } = caller;
  const { now } = venue.engine;
  const today = dayOf(now);
  const firstOfYear = dayOf(Date.UTC(new Date(now).getUTCFullYear(), 0, 1));
  const dayVolume = venue.statistics.fillSums(account).reduce((sum, { volume }) => sum + volume, 0);
  const { openedAt } = venue.engine.account(account);
  const totals = await venue.history.accountTotals(
    { account, days: [today - 6, today - 29, firstOfYear] },
    venue.sequencer.appliedPosition,
  );
  const [week, month, year] = totals.since;
  const [fees, day] = [fromMicros(month!.fee), fromMicros(dayVolume)];
  const [monthVolume, yearVolume] = [fromMicros(month!.volume), fromMicros(year!.volume)];
  return {
    days_since_registration: Math.floor((now - openedAt) / DAY_MS),
    fees_paid_last_30_days: fees,
    perp_fees_paid_last_30_days: fees,
    perp_trading_volume_last_24_hours: day,
    perp_trading_volume_last_7_days: fromMicros(week!.volume),
    perp_trading_volume_last_30_days: monthVolume,
    perp_trading_volume_ytd: yearVolume,
    perp_trading_volume_ltd: fromMicros(totals.volume),
    trading_volume_last_24_hours: day,
    trading_volume_last_30_days: monthVolume,
    trading_volume_ytd: yearVolume,
  };
});

const getDailyStatistics = bind(statistics.getDailyStatistics, async (context) => {
  const { venue, caller, query } = context;
  const start = readDate("start_date", query.start_date);
  const end = readDate("end_date", query.end_date);
  if (start > end) {
    const given = { start_date: query.start_date, end_date: query.end_date };
    throw invalid("start_date must not be after end_date", given);
  }
  const isAll = query.include_historical_data === true;
  if (isAll) context.countAlso(allDailyStatistics, 1);
  const days = daysOfPage({ start, end, isAll, ...pageOf(query) }, dayOf(venue.engine.now));
  const found = await venue.history.accountDays({ account: caller.account, ...days }, venue.sequencer.appliedPosition);
  return { rows: found.reverse().map(presentDay) };
});

/** The days of one page, both ends included, out of the requested days that are over; none where `from` is after `to`. */
export function daysOfPage(
  { start, end, isAll, page, size }: PageOf & { start: number; end: number; isAll: boolean },
  today: number,
): { readonly from: number; readonly to: number } {
  const first = isAll ? start : Math.max(start, today - RECENT_DAYS);
  const to = Math.min(end, today - 1) - (page - 1) * size;
  return { from: Math.max(first, to - size + 1), to };
}

export function presentDay({ day, value, pnl, volume }: AccountDayRow) {
  return {
    date: new Date(day * DAY_MS).toISOString().slice(0, 10),
    account_value: fromMicros(value),
    perp_volume: fromMicros(volume),
    pnl: fromMicros(pnl),
    snapshot_time: (day + 1) * DAY_MS,
  };
}

/** @throws {ApiError} -1005 for a date that does not exist */
function readDate(name: string, text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) {
    throw invalid(`${name} is invalid`, { [name]: text, expected: "a date as YYYY-MM-DD" });
  }
  return dayOf(at);
}

export const statisticsBindings: readonly Binding[] = [getStatistics, getDailyStatistics];
