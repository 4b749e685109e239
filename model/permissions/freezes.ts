// Which accounts and rows a liquidation freezes. Rules 7.3, 7.9.

import type { MarginMode } from "@evermark/engine";
import type { NaiveState } from "../state/naive-state.ts";

/** Whether liquidation has frozen an account (`market` -1), or its isolated row in a market. */
export function isFrozen(state: NaiveState, account: number, market: number): boolean {
  return state.liquidations.running.some((each) => each.account === account && each.market === market);
}

/** Whether liquidation freezes an account's rows of a mode in a market. */
export function isFrozenFor(state: NaiveState, account: number, market: number, mode: MarginMode): boolean {
  return isFrozen(state, account, -1) || (mode === "ISOLATED" && isFrozen(state, account, market));
}
