// What a question shows before and after: the account, and the position that it is about.

import { marginView, positionView } from "../margin/margin-view.ts";
import type { State } from "../state.ts";
import type { Standing } from "../views.ts";
import type { MarginMode } from "../vocabulary.ts";

/** @param market -1 for all, or one that does not exist: then no position is shown */
export function standingOf(state: State, account: number, market: number, mode: MarginMode): Standing {
  const isOne = state.markets[market] !== undefined;
  return { margin: marginView(state, account), position: isOne ? positionView(state, account, market, mode) : null };
}
