// The largest order that would be accepted, for a form to show. Rules 5.5. It asks the very checks that a placement is
// put through; what passes only gets fewer as the size rises, so bisection finds it.

import { modeOf } from "../isolated/margin-mode.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Side } from "../vocabulary.ts";
import { checkRiskAt } from "./order-risk.ts";

/**
 * Lots, at most `base_max`, in the account's default margin mode; 0 when nothing would be accepted.
 * @param reference the price that it is expected to execute at, ticks
 */
export function maxOrderQuantity(
  state: State,
  account: number,
  market: LiveMarket,
  side: Side,
  reference: number,
): number {
  const mode = modeOf(state, account, market.number, "");
  const row = state.rows.find(account, market.number, mode);
  const passes = (quantity: number): boolean => {
    const terms = { side, most: quantity, orderTag: NONE };
    return checkRiskAt(state, market, row, account, mode, terms, reference, NONE) === null;
  };
  let low = 0;
  let high = Math.floor(market.parameters.baseMax / market.lotE8);
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
