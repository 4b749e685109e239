// How much of a balance may leave an account, or go into an isolated position. Rules 5.2: unsettled profit is not
// balance, so it neither leaves nor makes room for balance to leave; unsettled loss counts.

import type { AccountNumber } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";
import { crossMargin } from "./margin.ts";

/** max(0, min(balance, FC − max(0, ΣU))), where the balance excludes what isolated orders reserve; micros. Also `avail_iso`. */
export function withdrawable(state: State, account: AccountNumber): number {
  return Math.max(0, spareBalance(state, account));
}

/** The same, but negative by the amount that balance or collateral fall short. */
export function spareBalance(state: State, account: AccountNumber): number {
  const balance = state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
  const { collateral, initialWithOrders } = crossMargin(state, account, null);
  // TC is balance and ΣU, so its excess over the balance is the profit.
  return Math.min(balance, collateral - initialWithOrders - Math.max(0, collateral - balance));
}
