// The combined value of a wallet's accounts at the end of each day, and their recent trading volume: sums over what
// history keeps of each account. Interface 4.3.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";
import { moneyText } from "../../wire/decimal-text.ts";

type Midnight = QueryAnswer<"portfolio">["rows"][number];

/** The days that a list covers, both ends included. */
interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The days whose ending midnights lie in the span. Without a start, 90 days back from the end; the current day has not ended. */
export function spanOfDays(
  now: number,
  { startTime, endTime = now }: { startTime?: number; endTime?: number },
): DaySpan {
  const start = startTime ?? Math.max(0, endTime - DAYS_BACK * DAY_MS);
  return { from: Math.ceil(start / DAY_MS) - 1, to: dayOf(Math.min(endTime, now)) - 1 };
}

const DAYS_BACK = 90;

/** Newest first. */
export async function worthAtMidnights(venue: Venue, accounts: readonly number[], days: DaySpan): Promise<Midnight[]> {
  const after = venue.sequencer.appliedPosition;
  const lists = await Promise.all(accounts.map((account) => venue.history.accountDays({ account, ...days }, after)));
  const byDay = new Map<number, { value: bigint; pnl: bigint }>();
  for (const { day, value, pnl } of lists.flat()) {
    const sum = byDay.get(day) ?? { value: 0n, pnl: 0n };
    byDay.set(day, { value: sum.value + BigInt(value), pnl: sum.pnl + BigInt(pnl) });
  }
  const oldestFirst = [...byDay].sort(([a], [b]) => a - b);
  let earned = 0n;
  const midnights = oldestFirst.map(([day, { value, pnl }], i) => {
    // The earliest day's own profit was made before its midnight.
    if (i > 0) earned += pnl;
    return { account_value: moneyText(value), cumulative_pnl: moneyText(earned), timestamp: (day + 1) * DAY_MS };
  });
  return midnights.reverse();
}

const MONTH_DAYS = 30;

/** Each account's trading volume on this UTC day and the 29 before it, in micros. */
export async function volumesOf(venue: Venue, accounts: readonly number[]): Promise<Map<number, bigint>> {
  const days = [dayOf(venue.engine.now) - (MONTH_DAYS - 1)];
  const after = venue.sequencer.appliedPosition;
  const totals = await Promise.all(accounts.map((account) => venue.history.accountTotals({ account, days }, after)));
  return new Map(accounts.map((account, i) => [account, BigInt(totals[i]!.since[0]!.volume)]));
}
