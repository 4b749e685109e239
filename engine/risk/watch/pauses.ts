// A paused market stops only itself: its positions count at their last mark, and nothing is done with them. This file says
// which positions of a subject can still be liquidated, and whether a subject is held back altogether. Rules 7.1, 7.7.

import { NONE } from "../../base/storage/int-map.ts";
import type { RowNumber } from "../../base/units.ts";
import { isCross, type Subject } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import type { Holding } from "../../money/margin/account-figures.ts";
import { accountOf } from "../../permissions/subjects.ts";
import { mayLiquidate } from "../../permissions/trading-state.ts";

/** The positions that may be offered, claimed, taken over and assigned now. */
export function liveOf(state: State, holdings: readonly Holding[]): Holding[] {
  return holdings.filter(({ market }) => mayLiquidate(state, market));
}

/** Whether a subject has positions, all of them in paused markets. A subject without positions waits for no market. */
export function isHeld(state: State, subject: Subject): boolean {
  if (!isCross(subject)) return state.rows.quantity(subject) !== 0 && !isLive(state, subject);
  let holds = false;
  for (let row = state.accounts.firstRow(accountOf(state, subject)); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1 || state.rows.quantity(row) === 0) continue;
    if (isLive(state, row)) return false;
    holds = true;
  }
  return holds;
}

function isLive(state: State, row: RowNumber): boolean {
  return mayLiquidate(state, state.markets[state.rows.market(row)]!);
}
