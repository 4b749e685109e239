// Funding is paid. Rules 6.6.

import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";

/** Settles the funding of a market whose time it is. @returns whether anything was paid */
export function payFunding(_state: State, _market: LiveMarket, _out: Listener): boolean {
  return false;
}
