// Parts of the model's state without a history: what has just been listed, and for the model's own tests.

import type { MarketParameters } from "@evermark/engine";
import { newFunding } from "./funding.ts";
import { newBelief } from "./safe-modes.ts";
import { exactParameters, type NaiveMarket } from "./state.ts";

/** A market that has just been listed, at a price. */
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
