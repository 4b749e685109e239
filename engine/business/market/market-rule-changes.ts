// Rules of a market that its operator may change. Rules 6.5, 11.1.

import type { SetMarketRules } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { CHANGEABLE, type FundingTerms, type MarketParameters } from "../../language/market-parameters.ts";
import { findUnchangeable, type Mistake, mistakeIn, refuseMistake } from "../../language/parameter-bounds.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isPaused } from "../../permissions/trading-state.ts";
import { cancelOutOfRange } from "../../risk/price-pipeline.ts";
import { changeSources, findMissingSources, namesSources } from "./index-sources.ts";
import { opensWhatListingClosed } from "./listing-rule.ts";

export const marketRuleHandlers = handlers({
  set_market_rules: setMarketRules,
});

function setMarketRules(state: State, command: SetMarketRules, answer: Answer, out: Listener): void {
  const market = state.markets[command.market];
  if (market === undefined) {
    answer.rejection = rejection("invalid_parameter", { market: command.market });
    return;
  }
  const mistake =
    findUnchangeable({ ...command, ...fundingAfter(market, command) }, state.behaviour) ??
    findWiderMark(state, market, command) ??
    findMissingSources(market, command);
  if (mistake !== null) {
    answer.rejection = refuseMistake(mistake, market.parameters.symbol);
    return;
  }
  const sources = namesSources(command) ? changeSources(state, market, command) : market.parameters.sources;
  market.parameters = { ...market.parameters, ...named(command, "at once"), sources };
  if (Object.keys(named(command, "after the next funding")).length > 0) {
    market.funding.pending = fundingAfter(market, command);
  }
  market.moveBand();
  out.market({ type: "rules_changed", market: market.number, at: state.now });
  // Open orders are tested again at once.
  if (!isPaused(state, market)) cancelOutOfRange(state, market, out);
}

/** The parameters that a command changes and that take effect at the given time. */
function named(command: SetMarketRules, holds: "at once" | "after the next funding"): Partial<MarketParameters> {
  const changed = CHANGEABLE.filter(({ field, change }) => change.holds === holds && (command[field] ?? null) !== null);
  return Object.fromEntries(changed.map(({ field }) => [field, command[field]]));
}

/** The funding terms after the command, on top of changes that are already pending. */
function fundingAfter({ funding, parameters }: Market, command: SetMarketRules): FundingTerms {
  const { fundingPeriodHours, capFunding, floorFunding } = funding.pending ?? parameters;
  return { fundingPeriodHours, capFunding, floorFunding, ...named(command, "after the next funding") };
}

/** From this behaviour on, changes may not turn a market into one that could not be listed. */
const KEEPS_TO_LISTING_SINCE = 3;

/** The funding bounds decide how far the mark may be from the index. Rules 6.2. */
function findWiderMark(state: State, market: Market, command: SetMarketRules): Mistake | null {
  if (state.behaviour < KEEPS_TO_LISTING_SINCE) return null;
  const before = { ...market.parameters, ...market.funding.pending };
  const after = { ...before, ...fundingAfter(market, command) };
  if (!opensWhatListingClosed(before, after)) return null;
  const name = (command.capFunding ?? null) === null ? "floor_funding" : "cap_funding";
  return mistakeIn(name, after, "no more than what keeps the mark as near to the index as liquidation fees ask for");
}
