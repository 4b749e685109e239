// For how many days history keeps what happened, by group of tables. What money, sums and candles say stays for ever: those
// tables are in no group (schema/column.ts).

import type { LeavingGroup } from "../schema/column.ts";

/** Whole days before the one that runs; 0 keeps all. */
export type Retention = Readonly<Record<LeavingGroup, number>>;

export const KEEP_ALL: Retention = { orders: 0, trades: 0, positions: 0 };

/** Whether anything leaves at all. */
export function isBounded(retention: Retention): boolean {
  return Object.values(retention).some((days) => days > 0);
}
