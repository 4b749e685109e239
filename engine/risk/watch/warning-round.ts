// Warns accounts that are close to liquidation: before it begins, and once as long as they stay close. Each tick looks at some
// accounts in turn: a venue of a thousand traders is covered every second, one with a million positions within a quarter of an
// hour. A warning is advice: it may come late or, when a price falls at once, not at all; nothing depends on it.

import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, micros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { crossOf, modeOf, type Subject } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { type AccountFigures, figuresOf } from "../../money/margin/account-figures.ts";
import { accountOf, marketOf } from "../../permissions/subjects.ts";

/** Percent of the collateral that maintenance margin needs: a warning is sent from the first, and reset below the second. */
const NEAR_PERCENT = 80;
const FAR_PERCENT = 60;
/** A tick looks at no more than so many accounts with rows, and passes no more than so many accounts on the way. */
const LOOKED_AT_MAX = 1_000;
const PASSED_MAX = 20_000;
/** The behaviour that introduced warnings. */
const SINCE_BEHAVIOUR = 2;

/** Looks at the accounts next in turn. */
export function warnOfLiquidation(state: State, out: Listener): void {
  if (state.behaviour < SINCE_BEHAVIOUR) return;
  const { accounts, marginWarnings } = state;
  const passes = Math.min(PASSED_MAX, accounts.used);
  for (let passed = 0, looked = 0; passed < passes && looked < LOOKED_AT_MAX; passed++) {
    if (marginWarnings.next >= accounts.used) marginWarnings.next = 0;
    const account = marginWarnings.next++;
    if (!accounts.isUser(account) || accounts.firstRow(account) === NONE) continue;
    looked += 1;
    lookAt(state, account, out);
  }
}

function lookAt(state: State, account: AccountNumber, out: Listener): void {
  lookAtSubject(state, crossOf(account), out);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) lookAtSubject(state, row, out);
  }
}

function lookAtSubject(state: State, subject: Subject, out: Listener): void {
  const { warned } = state.marginWarnings;
  const standing = figuresOf(state, subject);
  // An account in liquidation has been notified of that; after it, the next approach is a new one.
  if (isFar(standing) || state.liquidations.open.has(subject)) warned.delete(subject);
  else if (isNear(standing) && !warned.has(subject)) {
    warned.add(subject);
    out.liquidation({
      type: "warned",
      account: accountOf(state, subject),
      marginMode: modeOf(subject),
      market: marketOf(state, subject),
      collateral: micros(standing.collateral),
      maintenance: micros(standing.maintenance),
      at: state.now,
    });
  }
}

function isNear({ collateral, maintenance }: AccountFigures): boolean {
  return maintenance * 100 >= collateral * NEAR_PERCENT;
}

/** Without a position, always. */
function isFar({ collateral, maintenance, notional }: AccountFigures): boolean {
  return notional === 0 || maintenance * 100 < collateral * FAR_PERCENT;
}
