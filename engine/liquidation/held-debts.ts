// What those owe whose positions cannot be liquidated now, whether or not their liquidation has begun: the fund will have to
// bear it, so it counts as the fund's. Only who is below maintenance at the marks can owe, and those are known: they are in
// liquidation, or suspects of the watch. Rules 7.7, 7.10.
//
// The sum is counted once after anything that may move many of them; while orders are placed and met, only the accounts
// that they touch are looked at again. Nothing here is state: it follows from accounts, rows, marks and standstills.

import { holdsStill, isAnythingStill, STANDSTILL_SINCE, standsStill } from "../market/standstill.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { isHeld } from "./pauses.ts";
import { accountOf, crossOf, type Subject, standingOf } from "./subjects.ts";

export class HeldDebts {
  /** Micros, above 0. */
  readonly #bySubject = new Map<Subject, number>();
  #total = 0;
  #isCounted = false;

  /** Prices, standstills or anything of anyone may have changed. */
  forget(): void {
    this.#isCounted = false;
  }

  /** Whether something was owed when it was counted last, or nobody has counted since it may have changed. */
  get mayBeAny(): boolean {
    return !this.#isCounted || this.#total > 0;
  }

  /** Σ of what is owed, micros. */
  total(state: State): number {
    if (!this.#isCounted) this.#count(state);
    return this.#total;
  }

  /** Looks at one account again. @returns whether it owed something, or does now */
  follow(state: State, account: number): boolean {
    if (!this.#isCounted) return true;
    let concerned = this.#followSubject(state, crossOf(account));
    for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
      if (state.rows.isolated(row) === 1 && this.#followSubject(state, row)) concerned = true;
    }
    return concerned;
  }

  #count(state: State): void {
    this.#isCounted = true;
    this.#bySubject.clear();
    this.#total = 0;
    if (!isAnythingStill(state)) return;
    const { cases, watch } = state.liquidations;
    // After a restart nobody is known to be below maintenance before the first look.
    watch.followMarks(state, cases);
    for (const subject of cases.keys()) this.#followSubject(state, subject);
    for (const subject of watch.suspects) this.#followSubject(state, subject);
  }

  #followSubject(state: State, subject: Subject): boolean {
    const before = this.#bySubject.get(subject) ?? 0;
    const now = debtOf(state, subject);
    if (now > 0) this.#bySubject.set(subject, now);
    else this.#bySubject.delete(subject);
    this.#total += now - before;
    return before > 0 || now > 0;
  }
}

/** max(0, −TC), or max(0, −(M + U)), of a subject with a position that cannot be liquidated now; else 0. Micros. */
export function debtOf(state: State, subject: Subject): number {
  const { rows, markets } = state;
  const isStill =
    subject < 0
      ? holdsStill(state, accountOf(state, subject))
      : rows.quantity(subject) !== 0 && standsStill(state, markets[rows.market(subject)]!);
  return isStill ? Math.max(0, 0 - standingOf(state, subject).collateral) : 0;
}

/** The same sum as a number below zero, or 0. */
export function heldDebt(state: State): number {
  return state.behaviour < STANDSTILL_SINCE ? formerDebt(state) : 0 - state.liquidations.debts.total(state);
}

/** Before, only accounts in liquidation counted, and of those only who held nothing but what was paused. */
function formerDebt(state: State): number {
  let debt = 0;
  for (const subject of state.liquidations.cases.keys()) {
    if (subject < 0 && isHeld(state, subject)) debt += Math.min(0, standingOf(state, subject).collateral);
  }
  return debt;
}
