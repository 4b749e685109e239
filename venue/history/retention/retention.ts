// For how many days history keeps its rows, by group of tables. Money, sums and candles are kept for ever: their tables are
// in no group (schema/column.ts).

import { DAY_MS } from "../../sums/candle-sums.ts";
import type { LeavingGroup } from "../schema/column.ts";

/** Complete days before the running one; 0 keeps all. */
export type Retention = Readonly<Record<LeavingGroup, number>>;

export const KEEP_ALL: Retention = { orders: 0, trades: 0, positions: 0 };

/**
 * PostgreSQL partitions the rows by at most about this many stretches of time, and drops a stretch as a whole. More of them
 * would slow down every query: with one for each day of a year, a page of orders takes a hundred times as long, and locks 1,828
 * of the 6,400 relations that PostgreSQL lets all sessions lock at once.
 */
const STRETCHES = 32;
/** For rows that never leave: at this length, 32 stretches cover five and a half years. */
const STRETCH_OF_ALL_DAYS = 64;

/** How many days leave at once: one for retentions of up to 32 days. A file uses it too, so that both databases answer alike. */
export function stretchDays(days: number): number {
  return days === 0 ? STRETCH_OF_ALL_DAYS : Math.ceil(days / STRETCHES);
}

/** Rows that were over before this time leave on a day: the beginning of a stretch, in venue milliseconds. */
export function leavesBefore(day: number, days: number): number {
  const stretch = stretchDays(days);
  return Math.floor((day - days) / stretch) * stretch * DAY_MS;
}

/** Whether anything leaves at all. */
export function isBounded(retention: Retention): boolean {
  return Object.values(retention).some((days) => days > 0);
}
