// At what the insurance fund takes and gives. Its transfers happen at the mark, which whoever quotes on an empty book can
// move to its bounds, first to one and then to the other; so where the mark is worse for the fund than the index, the other
// side pays the difference as part of its fee. And while an index is in doubt, nobody takes anything from the fund.
// Rules 7.5, 7.8, 7.10, 11.4.

import { isDoubted } from "../market/disbelief.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { mayLiquidate } from "../market/trading-state.ts";
import type { State } from "../state.ts";

/** From this behaviour on; before, the fund took and gave at any mark. */
const SINCE = 2;

/** What the fund would lose against the index by `lots` more, signed, at the mark; micros, never below 0. */
export function lossAtMark({ behaviour }: State, market: LiveMarket, lots: number): number {
  return behaviour < SINCE ? 0 : Math.max(0, lots * (market.mark - market.index) * market.unit);
}

/** Whether what the fund has in a market may be claimed, or deleveraged. */
export function fundGives(state: State, market: LiveMarket): boolean {
  return mayLiquidate(state, market) && (state.behaviour < SINCE || !isDoubted(market));
}
