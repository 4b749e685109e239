// Rules of a market that its operator may change. Rules 6.5, 11.1.

import { E10 } from "../../base/units.ts";
import type { SetMarketRules } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import type { FundingTerms } from "../../language/market-parameters.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import { FUNDING_PERIODS } from "../../memory/market/funding-schedule.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { cancelOutOfRange } from "../../risk/price-pipeline.ts";
import { isPaused } from "../../standing/trading-state.ts";
import { changeSources, namesSources, refuseSources } from "./index-sources.ts";
import { opensWhatListingClosed } from "./listing-rule.ts";

export const marketRuleHandlers = handlers({
  set_market_rules: setMarketRules,
});

function setMarketRules(state: State, command: SetMarketRules, answer: Answer, out: Listener): void {
  const market = state.markets[command.market];
  const refused =
    market === undefined
      ? rejection("invalid_parameter", { market: command.market })
      : (refuseRules(command, fundingAfter(market, command)) ??
        refuseWiderMark(state, market, command) ??
        refuseSources(market, command));
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  const live = market!;
  const { priceRange, priceScope, maxNotional, globalMaxOiCap } = live.parameters;
  live.parameters = {
    ...live.parameters,
    priceRange: command.priceRange ?? priceRange,
    priceScope: command.priceScope ?? priceScope,
    maxNotional: command.maxNotional ?? maxNotional,
    globalMaxOiCap: command.globalMaxOiCap ?? globalMaxOiCap,
  };
  if (command.fundingPeriodHours !== null || command.capFunding !== null || command.floorFunding !== null) {
    live.funding.pending = fundingAfter(live, command);
  }
  if (namesSources(command)) changeSources(state, live, command);
  live.moveBand();
  out.market({ type: "rules_changed", market: live.number, at: state.now });
  // What is open is tested again at once.
  if (!isPaused(state, live)) cancelOutOfRange(state, live, out);
}

/** The funding terms as the command would have them, on top of what was changed before it. */
function fundingAfter({ funding, parameters }: Market, command: SetMarketRules): FundingTerms {
  const before = funding.pending ?? parameters;
  return {
    fundingPeriodHours: command.fundingPeriodHours ?? before.fundingPeriodHours,
    capFunding: command.capFunding ?? before.capFunding,
    floorFunding: command.floorFunding ?? before.floorFunding,
  };
}

/** From this behaviour on, a market may not become what could not be listed. */
const KEEPS_TO_LISTING_SINCE = 3;

/** The funding bounds decide how far the mark may be from the index. Rules 6.2. */
function refuseWiderMark(state: State, market: Market, command: SetMarketRules): Rejection | null {
  if (state.behaviour < KEEPS_TO_LISTING_SINCE) return null;
  const before = { ...market.parameters, ...market.funding.pending };
  if (!opensWhatListingClosed(before, { ...before, ...fundingAfter(market, command) })) return null;
  const field = command.capFunding === null ? "floor_funding" : "cap_funding";
  const expected = "no more than what keeps the mark as near to the index as liquidation fees ask for";
  return rejection("invalid_parameter", { field, expected }, `${field} is invalid: expected ${expected}`);
}

function refuseRules(command: SetMarketRules, funding: FundingTerms): Rejection | null {
  const { priceRange, priceScope, maxNotional, globalMaxOiCap } = command;
  const isFraction = (ratio: number | null) => ratio === null || (ratio > 0 && ratio < E10);
  const isPositive = (amount: number | null) => amount === null || amount > 0;
  for (const [holds, field, expected] of [
    [isFraction(priceRange), "price_range", "between 0 and 1"],
    [isFraction(priceScope), "price_scope", "between 0 and 1"],
    [FUNDING_PERIODS.includes(funding.fundingPeriodHours), "funding_period", "1, 4 or 8"],
    [funding.capFunding >= 0 && funding.capFunding < E10, "cap_funding", "from 0 to below 1"],
    [funding.floorFunding <= 0 && funding.floorFunding > -E10, "floor_funding", "above -1, at most 0"],
    [isPositive(maxNotional), "max_notional", "more than 0"],
    [isPositive(globalMaxOiCap), "global_max_oi_cap", "more than 0"],
  ] as const) {
    if (!holds) return rejection("invalid_parameter", { field, expected }, `${field} is invalid: expected ${expected}`);
  }
  return null;
}
