// What a question shows before and after: the account, and the position that it is about.

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
