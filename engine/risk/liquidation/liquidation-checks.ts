// When and in which order subjects are checked for liquidation. Rules 0.2 (8), 0.3 (a), 0.4. The outcome is the same as
// if every subject were checked every time; watched-ranges.ts finds those for which a check could have an effect.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { crossOf, type Subject } from "../../memory/liquidation/subject.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isAnyMarketStill, STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { holdsIn, sortSubjects } from "../../permissions/subjects.ts";
import { listInventory, watchSolvency } from "../fund/insurance-fund.ts";
import { followMarks, look } from "../watch/followed-marks.ts";
import { followDebts } from "../watch/held-debts.ts";
import { isHeld } from "../watch/pauses.ts";
import { assignUnclaimed } from "./assignment.ts";
import { updateLiquidation } from "./check.ts";
import { deleverage } from "./deleveraging.ts";

/** From this behaviour on, payments made in a tick after its deleveraging, such as redemptions, count at its end. */
const PAID_SINCE = 6;

/** Rules 0.3 (a): every account and isolated row on the market, found without visiting them all. */
export function checkMarket(state: State, market: Market, out: Listener): void {
  const { watch, open } = state.liquidations;
  state.liquidations.due = true;
  followMarks(state);
  // A funding payment touches every account: one check suffices for the markets that follow.
  if (state.touched.size > 0) forgetSettled(state);
  const here: Subject[] = [];
  for (const subject of watch.suspects) if (holdsIn(state, subject, market.number)) here.push(subject);
  for (const subject of open.keys()) if (holdsIn(state, subject, market.number)) here.push(subject);
  for (const subject of sortSubjects(state, here)) updateLiquidation(state, subject, out);
}

/** Rules 0.4: every account that the command touched, at its end. */
export function checkTouched(state: State, out: Listener): void {
  const { liquidations, touched } = state;
  if (liquidations.due) followMarks(state);
  for (let n = 0; n < touched.size; n++) looksSettled(state, touched.at(n));
  let fundConcerned = liquidations.due;
  if (liquidations.watch.suspects.size > 0 || liquidations.open.size > 0) {
    for (const subject of sortSubjects(state, concerned(state))) {
      // The debt of an account that cannot be taken over yet counts as the fund's.
      if (liquidations.open.has(subject)) fundConcerned = true;
      updateLiquidation(state, subject, out);
    }
  }
  fundConcerned ||= touched.has(INSURANCE) || concernsDebts(state);
  // Debts that were counted during the command may have been paid since.
  if (liquidations.due && state.behaviour >= PAID_SINCE) liquidations.debts.forget();
  touched.clear();
  liquidations.due = false;
  if (!fundConcerned) return;
  // The fund's position changes not only through liquidation: the end of a market changes it, too.
  listInventory(state, out);
  watchSolvency(state, out);
}

/** Whether a touched account's debt counts as the fund's, or did. */
function concernsDebts(state: State): boolean {
  const { liquidations, touched } = state;
  const { debts, watch, open } = liquidations;
  // An account that owes nothing after a deposit is no longer a suspect either.
  if (watch.suspects.size === 0 && open.size === 0 && !debts.mayBeAny) return false;
  if (state.behaviour < STANDSTILL_SINCE || !isAnyMarketStill(state)) return false;
  let concerned = false;
  for (let n = 0; n < touched.size; n++) if (followDebts(state, touched.at(n))) concerned = true;
  return concerned;
}

/** Rules 0.2 step 8. */
export function runClaimWindows(state: State, out: Listener): void {
  state.liquidations.due = true;
  assignUnclaimed(state, out);
  state.liquidations.debts.forget();
  deleverage(state, out);
}

/** Looks at the touched accounts again, and drops those that need no check. */
function forgetSettled(state: State): void {
  state.touched.retain((account) => !looksSettled(state, account));
}

function looksSettled(state: State, account: AccountNumber): boolean {
  return !state.accounts.isUser(account) || lookAtAccount(state, account);
}

function lookAtAccount(state: State, account: AccountNumber): boolean {
  let safe = lookAt(state, crossOf(account));
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1 && !lookAt(state, row)) safe = false;
  }
  return safe;
}

function lookAt(state: State, subject: Subject): boolean {
  const { open } = state.liquidations;
  return open.size > 0 && open.has(subject) ? false : look(state, subject);
}

/**
 * The subjects of touched accounts that are or may be below maintenance; all such subjects when marks may have moved or
 * pauses begun or ended. Held subjects are left out: there may be as many as a paused market has traders.
 */
function concerned(state: State): Set<Subject> {
  const { open, watch } = state.liquidations;
  const found = new Set<Subject>();
  const add = (subject: Subject) => {
    if (open.has(subject) || (watch.suspects.has(subject) && !isHeld(state, subject))) found.add(subject);
  };
  if (state.liquidations.due) {
    for (const subject of open.keys()) add(subject);
    for (const subject of watch.suspects) add(subject);
    return found;
  }
  for (let n = 0; n < state.touched.size; n++) {
    const account = state.touched.at(n);
    add(crossOf(account));
    for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
      if (state.rows.isolated(row) === 1) add(row);
    }
  }
  return found;
}
