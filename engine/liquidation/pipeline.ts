// When accounts are checked for liquidation. Rules 0.2 (8), 0.3 (a), 0.4.

import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";

/** Rules 0.3 (a): every account and isolated row on the market, found without looking at them all. */
export function checkMarket(_state: State, _market: LiveMarket, _out: Listener): void {}

/** Rules 0.4: every account that was touched by the command. */
export function checkTouched(state: State, _out: Listener): void {
  state.touched.clear();
}

/** Rules 0.2 step 8. */
export function runClaimWindows(_state: State, _out: Listener): void {}
