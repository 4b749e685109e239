// The debts of subjects whose positions cannot be liquidated now, whether or not their liquidation has begun. The fund
// will have to bear them, so they count as the fund's. Only a subject that is below maintenance at the marks can owe,
// and those are known: they are in liquidation, or suspects of the watch. Rules 7.7, 7.10.
//
// The sum is counted once after anything that may move many debts; while orders are placed and matched, only the
// accounts that they touch are looked at again. debts.ts keeps the sum.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import { crossOf, isCross, type Subject } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { figuresOf } from "../../money/margin/account-figures.ts";
import { holdsStill, isAnyMarketStill, STANDSTILL_SINCE, standsStill } from "../../permissions/standstill.ts";
import { accountOf } from "../../permissions/subjects.ts";
import { followMarks } from "./followed-marks.ts";
import { isHeld } from "./pauses.ts";

/** Looks at one account again. @returns whether it owed something, or does now */
export function followDebts(state: State, account: AccountNumber): boolean {
  if (!state.liquidations.debts.isCounted) return true;
  let concerned = followSubject(state, crossOf(account));
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1 && followSubject(state, row)) concerned = true;
  }
  return concerned;
}

/** Sum of the debts, micros. */
function totalDebt(state: State): number {
  if (!state.liquidations.debts.isCounted) countDebts(state);
  return state.liquidations.debts.total;
}

function countDebts(state: State): void {
  const { open, debts, watch } = state.liquidations;
  debts.begin();
  if (!isAnyMarketStill(state)) return;
  // After a restart no account is known to be below maintenance before the first look.
  followMarks(state);
  for (const subject of open.keys()) followSubject(state, subject);
  for (const subject of watch.suspects) followSubject(state, subject);
}

function followSubject(state: State, subject: Subject): boolean {
  return state.liquidations.debts.set(subject, debtOf(state, subject));
}

/**
 * max(0, −TC), or max(0, −(M + U)), of a subject with a position that cannot be liquidated now; else 0. An isolated row
 * without a position has been paid out, and owes nothing. Micros.
 */
export function debtOf(state: State, subject: Subject): number {
  const { rows, markets } = state;
  const isStill = isCross(subject)
    ? holdsStill(state, accountOf(state, subject))
    : standsStill(state, markets[rows.market(subject)]!);
  return isStill ? Math.max(0, 0 - figuresOf(state, subject).collateral) : 0;
}

/** The total debt as a number at or below 0. */
export function heldDebt(state: State): number {
  return state.behaviour < STANDSTILL_SINCE ? formerDebt(state) : 0 - totalDebt(state);
}

/** Before that behaviour only cross accounts in liquidation counted, and only those with nothing but paused positions. */
function formerDebt(state: State): number {
  let debt = 0;
  for (const subject of state.liquidations.open.keys()) {
    if (isCross(subject) && isHeld(state, subject)) debt += Math.min(0, figuresOf(state, subject).collateral);
  }
  return debt;
}
