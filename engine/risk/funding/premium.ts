// Premium samples, every 15 seconds, and what they say of the next funding rate. Rules 6.3, 6.4.

import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { premiumNow } from "../prices/impact.ts";
import { fundingRate } from "./rate.ts";

/** Takes a sample for the next funding time, unless the index or the book is not to be believed now. */
export function samplePremium(state: State, market: Market, out: Listener): void {
  if (!market.isSampled) return;
  const { funding, parameters } = market;
  funding.premiumSum += premiumNow(state, market);
  funding.premiums++;
  funding.estimatedAt = state.now;
  const rate = fundingRate(funding.premiumSum, funding.premiums, parameters);
  market.estFundingRate = rate;
  out.funding({ type: "estimated", market: market.number, rate, at: state.now });
}
