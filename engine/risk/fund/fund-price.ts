// The cost of a mark that differs from the index. Positions change hands at the mark, which a trader quoting on an
// empty book can move to its bounds, first to one and then to the other. So in a liquidation no account sells below or
// buys above the index because of the mark: the side for which the mark is better pays the difference to the other. And
// while an index is in doubt, no account takes anything from the fund. Rules 7.5, 7.8, 7.10, 11.4.

import type { Lots, Ticks } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isDoubted, standsStill } from "../../permissions/standstill.ts";
import { mayLiquidate } from "../../permissions/trading-state.ts";

/** The first behaviour with this rule; before it, the fund took and gave at any mark. */
const SINCE = 2;
/**
 * The first behaviour under which either side pays the difference to the index; before it, only payments to the fund were made.
 */
const BOTH_SIDES_SINCE = 3;

/** loss(t): what the fund would lose against the index by taking `lots` more (signed) at the mark; micros, never below 0. */
export function lossAtMark({ behaviour }: State, market: Market, lots: Lots): number {
  return behaviour < SINCE ? 0 : costOfMark(market, lots);
}

/** loss(−t): what the taker pays an account that gives `lots` (signed) away at the mark; micros, never below 0. */
export function paidToGiver({ behaviour }: State, market: Market, lots: Lots): number {
  return behaviour < BOTH_SIDES_SINCE ? 0 : costOfMark(market, -lots);
}

function costOfMark(market: Market, lots: Lots): number {
  return Math.max(0, lots * (market.mark - market.index) * market.unit);
}

/** The price per lot that a claimer pays in the end, in ticks: the worse of mark and index, which for a long is the higher. */
export function claimPrice({ behaviour }: State, { mark, index }: Market, lots: Lots): Ticks {
  if (behaviour < BOTH_SIDES_SINCE) return mark;
  return lots > 0 === mark > index ? mark : index;
}

/** Whether the fund's position in a market may be claimed or deleveraged now. */
export function fundGives(state: State, market: Market): boolean {
  if (!mayLiquidate(state, market)) return false;
  if (state.behaviour < BOTH_SIDES_SINCE) return state.behaviour < SINCE || !isDoubted(market);
  return !standsStill(state, market);
}
