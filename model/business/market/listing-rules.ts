// What can be listed, and the initial state of a market. Rules 1.2, 6.2.

import type { ListMarket, MarketParameters } from "@evermark/engine";
import { RATE } from "../../numbers/scales.ts";
import { newFunding } from "../../risk/funding/naive-funding.ts";
import { paysItsLiquidator, roundToTick } from "../../risk/prices/naive-prices.ts";
import { newBelief } from "../../risk/prices/safe-modes.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import { everyAccount, type NaiveState } from "../../state/naive-state.ts";
import { exactParameters, type NaiveMarket } from "../../state/records/naive-market.ts";
import { addMarketTo } from "../accounts/new-accounts.ts";

export const listingRules = naiveRules({
  list_market: listMarket,
});

function listMarket(state: NaiveState, command: ListMarket): Outcome {
  const { sources, minSources } = command.parameters;
  if (minSources < 1 || minSources > sources.length) return { rejection: "invalid_parameter" };
  const exact = exactParameters(command.parameters);
  const { quoteTick, baseTick, baseImr, baseMmr, claimInsuranceFundDiscount } = exact;
  if ((quoteTick * baseTick) % RATE !== 0n) return { rejection: "invalid_parameter" };
  // Maintenance margin covers twice what the book can move the mark by, and the discount of a claim. Rules 6.2.
  if (4n * baseMmr - baseImr < 4n * claimInsuranceFundDiscount) return { rejection: "invalid_parameter" };
  if (!paysItsLiquidator(exact)) return { rejection: "invalid_parameter" };
  if (state.markets.some(({ symbol }) => symbol === command.parameters.symbol)) return { rejection: "duplicate" };
  const price = roundToTick(BigInt(command.price), quoteTick);
  const market = marketAt(command.parameters, price, command.at, state.markets.length);
  // In a running venue, no source has confirmed the listing price yet.
  market.belief.doubted = state.resumedAt !== 0;
  if (state.halted && market.state === "ACTIVE") {
    market.stateBeforeHalt = market.state;
    market.state = "HALTED";
  }
  state.markets.push(market);
  for (const account of everyAccount(state)) addMarketTo(account, market);
  return {};
}

/** A newly listed market, at a price. */
export function marketAt(parameters: MarketParameters, price = 0n, at = 0, number = 0): NaiveMarket {
  const exact = exactParameters(parameters);
  return {
    number,
    symbol: parameters.symbol,
    parameters: exact,
    state: parameters.gated ? "NEW" : "ACTIVE",
    stateBeforeHalt: "HALTED",
    delistAt: 0,
    delistSamples: [],
    index: price,
    expected: price,
    mark: price,
    last: 0n,
    pinned: false,
    sources: [],
    sourceCount: parameters.sources.length,
    capsWeights: parameters.capsWeights,
    weights: [],
    basis: [],
    stoodAt: null,
    funding: newFunding(at, exact.fundingPeriodHours),
    belief: newBelief(at),
  };
}
