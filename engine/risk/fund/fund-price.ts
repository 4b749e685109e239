// What a mark that is not the index costs. Positions change hands at the mark, which a trader quoting on an empty book can
// move to its bounds, first to one and then to the other; so in a liquidation no account sells below the index, or buys
// above it, because the mark says so: the side for which the mark is better pays the difference to the other. And while
// an index is in doubt, no account takes anything from the fund. Rules 7.5, 7.8, 7.10, 11.4.

import type { Lots, Ticks } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isDoubted, standsStill } from "../../standing/standstill.ts";
import { mayLiquidate } from "../../standing/trading-state.ts";

/** From this behaviour on; before, the fund took and gave at any mark. */
const SINCE = 2;
/** From this behaviour on, what is paid against the index is paid on both sides; before, only to the fund. */
const BOTH_SIDES_SINCE = 3;

/** loss(t): what the fund would lose against the index by `lots` more, signed, at the mark; micros, never below 0. */
export function lossAtMark({ behaviour }: State, market: Market, lots: Lots): number {
  return behaviour < SINCE ? 0 : costOfMark(market, lots);
}

/** loss(−t): what one who gives `lots`, signed, away at the mark is paid for it by the taker; micros, never below 0. */
export function paidToGiver({ behaviour }: State, market: Market, lots: Lots): number {
  return behaviour < BOTH_SIDES_SINCE ? 0 : costOfMark(market, -lots);
}

function costOfMark(market: Market, lots: Lots): number {
  return Math.max(0, lots * (market.mark - market.index) * market.unit);
}

/** What a taker of a position pays for it in the end, in ticks: the worse of mark and index, for a long the higher. */
export function claimPrice({ behaviour }: State, { mark, index }: Market, lots: Lots): Ticks {
  if (behaviour < BOTH_SIDES_SINCE) return mark;
  return lots > 0 === mark > index ? mark : index;
}

/** Whether what the fund has in a market may be claimed, or deleveraged. */
export function fundGives(state: State, market: Market): boolean {
  if (!mayLiquidate(state, market)) return false;
  if (state.behaviour < BOTH_SIDES_SINCE) return state.behaviour < SINCE || !isDoubted(market);
  return !standsStill(state, market);
}
