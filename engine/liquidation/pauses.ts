// A market that is paused stops only itself: its positions count at their last mark, and nothing is done with them. What is
// left of a subject can be liquidated, what a subject is held back by altogether, and what the insurance fund stands behind
// until then. Rules 7.1, 7.7.

import { mayLiquidate } from "../market/trading-state.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { accountOf, type Holding, type Subject, standingOf } from "./subjects.ts";

/** The positions that may be offered, claimed, taken over and assigned now. */
export function liveOf(state: State, holdings: readonly Holding[]): Holding[] {
  return holdings.filter(({ market }) => mayLiquidate(state, market));
}

/** Whether a subject has positions, and all of them are in markets that are paused. One without any waits for no market. */
export function isHeld(state: State, subject: Subject): boolean {
  if (subject >= 0) return state.rows.quantity(subject) !== 0 && !isLive(state, subject);
  let holds = false;
  for (let row = state.accounts.firstRow(accountOf(state, subject)); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1 || state.rows.quantity(row) === 0) continue;
    if (isLive(state, row)) return false;
    holds = true;
  }
  return holds;
}

function isLive(state: State, row: number): boolean {
  return mayLiquidate(state, state.markets[state.rows.market(row)]!);
}

/**
 * What accounts in liquidation owe that can't be taken over yet, as a number below zero or 0, micros: nobody but the fund
 * will bear it.
 */
export function heldDebt(state: State): number {
  let debt = 0;
  for (const subject of state.liquidations.cases.keys()) {
    if (subject < 0 && isHeld(state, subject)) debt += Math.min(0, standingOf(state, subject).collateral);
  }
  return debt;
}
