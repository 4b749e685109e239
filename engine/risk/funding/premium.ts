// Premium samples, taken every 15 seconds, and the estimate of the next funding rate from them. Rules 6.3, 6.4.

import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { premiumNow } from "../prices/impact.ts";
import { fundingRate } from "./rate.ts";

/** Takes a sample for the next funding time, unless the index or the book cannot be trusted now. */
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
