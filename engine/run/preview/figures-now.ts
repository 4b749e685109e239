// The figures that a preview shows before and after: those of the account, and of the position in question.

import type { AccountNumber, MarketNumber } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { PreviewedFigures } from "../../language/views/views.ts";
import type { State } from "../../memory/state.ts";
import { marginView, positionView } from "../../money/margin/margin-view.ts";

/** @param market -1 for all, or one that does not exist: then no position is shown */
export function figuresNow(
  state: State,
  account: AccountNumber,
  market: MarketNumber,
  mode: MarginMode,
): PreviewedFigures {
  const isOne = state.markets[market] !== undefined;
  return { margin: marginView(state, account), position: isOne ? positionView(state, account, market, mode) : null };
}
