// Parts of the model's state without a history, for its own tests.

import type { MarketParameters } from "../../market.ts";
import { newFunding } from "./funding.ts";
import { exactParameters, type NaiveMarket } from "./state.ts";

/** A market that has just been listed, at a price. */
export function marketAt(parameters: MarketParameters, price = 0n): NaiveMarket {
  const exact = exactParameters(parameters);
  return {
    number: 0,
    symbol: parameters.symbol,
    parameters: exact,
    index: price,
    mark: price,
    last: 0n,
    pinned: false,
    sources: [],
    basis: [],
    funding: newFunding(0, exact.fundingPeriodHours),
  };
}
