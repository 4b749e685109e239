// Rows that cannot be liquidated now: their market is halted or its index in doubt, or the whole venue rests. This is the
// one place that decides it. It decides what may leave an account, what it may trade elsewhere, how its rows are valued and
// margined, and which debts count as the insurance fund's. Rules 11.4.

import type { State } from "../state.ts";
import type { LiveMarket } from "./live-market.ts";

/** From this behaviour on; before, halts, doubts and maintenance each had rules of their own. */
export const STANDSTILL_SINCE = 3;

/** Whether no row of a market can be liquidated now. */
export function standsStill(state: State, market: LiveMarket): boolean {
  return state.venue.rests || market.state === "HALTED" || isInDoubt(market);
}

/** Whether the index of a market is not to be acted upon, as prices/doubt.ts found it on the last tick. Rules 11.4. */
export function isInDoubt({ health }: LiveMarket): boolean {
  return health.inDoubt;
}
