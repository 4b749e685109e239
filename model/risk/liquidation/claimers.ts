// Who can claim an offer: what it may cost them, and what they have to be able to carry. Rules 2.3 (7), 7.5, 7.8.

import { estateOf } from "../../money/cover/estates.ts";
import { jumpMargin, suspectsOf, valuedAtWorse } from "../../money/cover/held-rows.ts";
import { exceedsLeverageLimit, marginOf } from "../../money/margin/margin-rates.ts";
import { symbolFigures } from "../../money/margin/naive-margin.ts";
import { greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { standsStill } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";

/** Why an account cannot carry what it would hold, found on a copy of the venue. Limits first. Rules 7.5, 7.8. */
export function carryRefusal(
  state: NaiveState,
  account: number,
  take: (copy: NaiveState) => void,
): "position_limit" | "insufficient_margin" | null {
  const copy = structuredClone(state);
  take(copy);
  const claimer = copy.accounts[account]!;
  const isBeyond = state.markets.some((market) => {
    const before = symbolFigures(state, state.accounts[account]!, market).notionalWithOrders;
    const after = symbolFigures(copy, claimer, copy.markets[market.number]!).notionalWithOrders;
    const leverage = claimer.leverages[market.number]!;
    if (after <= before) return false;
    return after > market.parameters.maxNotional || exceedsLeverageLimit(market, leverage, after);
  });
  if (isBeyond) return "position_limit";
  return carries(copy, claimer) ? null : "insufficient_margin";
}

/** Covers initial margin with orders, and rows that cannot be liquidated now at their worse value. Rules 2.3 (7), 7.5. */
function carries(state: NaiveState, account: NaiveAccount): boolean {
  const suspects = suspectsOf(state, account, (market) => standsStill(state, market));
  const initial = state.markets.map((market) => {
    const { notionalWithOrders, imrWithOrders } = symbolFigures(state, account, market);
    const margin = marginOf(notionalWithOrders, imrWithOrders);
    const { quantity } = account.rows[market.number]!;
    return suspects.has(market.number) ? greatest(margin, jumpMargin(market, quantity)) : margin;
  });
  return valuedAtWorse(estateOf(state, { account, market: null }), suspects).collateral >= sum(initial);
}

/** Whether the claimer of a position would pay more, or get less, than the limit price. Rules 7.5. */
export function isWorse(market: NaiveMarket, quantity: bigint, limit: bigint): boolean {
  const prices = [market.mark, market.expected];
  return limit > 0n && (quantity > 0n ? greatest(...prices) > limit : least(...prices) < limit);
}
