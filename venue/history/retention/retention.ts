// For how many days history keeps what happened, by group of tables. What money, sums and candles say stays for ever: those
// tables are in no group (schema/column.ts).

import { DAY_MS } from "../../sums/candles.ts";
import type { LeavingGroup } from "../schema/column.ts";

/** Whole days before the one that runs; 0 keeps all. */
export type Retention = Readonly<Record<LeavingGroup, number>>;

export const KEEP_ALL: Retention = { orders: 0, trades: 0, positions: 0 };

/**
 * PostgreSQL keeps the rows of so many stretches of time apart, and drops a stretch as a whole. More of them would cost each
 * question more: with one for each day of a year a page of orders takes a hundred times as long, and locks 1,828 of the 6,400
 * relations that PostgreSQL lets all sessions lock at once.
 */
const STRETCHES = 32;
/** Of rows that never leave: five and a half years are as many stretches. */
const STRETCH_OF_ALL_DAYS = 64;

/** How many days leave at once, in a file too, so that both answer the same: one, of up to 32 that are kept. */
export function stretchDays(days: number): number {
  return days === 0 ? STRETCH_OF_ALL_DAYS : Math.ceil(days / STRETCHES);
}

/** Rows that were over before this leave on a day: the beginning of a stretch, venue milliseconds. */
export function leavesBefore(day: number, days: number): number {
  const stretch = stretchDays(days);
  return Math.floor((day - days) / stretch) * stretch * DAY_MS;
}

/** Whether anything leaves at all. */
export function isBounded(retention: Retention): boolean {
  return Object.values(retention).some((days) => days > 0);
}
