// What follows from the index and the book: mark prices, the basis, impact prices. Rules 6.1 to 6.3.

import { bestVisible, visibleLevels } from "../../book/orders/sorted-book.ts";
import { mayLiquidate } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { BASIS_SNAPSHOTS, basisSnapshot, impactPrice, markOf } from "./naive-prices.ts";

/** Rules 6.2. */
export function moveMark(state: NaiveState, market: NaiveMarket): void {
  const { funding, parameters } = market;
  if (market.belief.trouble !== null || market.state === "DELISTED") return;
  market.mark = markOf(
    {
      index: market.expected,
      lastFundingRate: funding.lastRate,
      fundingPeriodHours: funding.lastPeriodHours,
      msToFunding: BigInt(Math.max(0, funding.nextAt - state.now)),
      basis: market.basis,
      ...bestPrices(state, market),
      last: market.last === 0n ? null : market.last,
    },
    parameters,
  );
}

function bestPrices(state: NaiveState, market: NaiveMarket): { bid: bigint | null; ask: bigint | null } {
  return { bid: bestVisible(state, market.number, "BUY"), ask: bestVisible(state, market.number, "SELL") };
}

/** A market that cannot be traded on gives a basis of 0. */
export function takeBasis(state: NaiveState, market: NaiveMarket): void {
  const { bid, ask } = impactPrices(state, market);
  const snapshot = mayLiquidate(state, market) ? basisSnapshot(market.expected, bid, ask) : 0n;
  market.basis = [...market.basis, snapshot].slice(-Number(BASIS_SNAPSHOTS));
}

export function impactPrices(state: NaiveState, { number, parameters }: NaiveMarket) {
  return {
    bid: impactPrice(visibleLevels(state, number, "BUY"), parameters.baseImr),
    ask: impactPrice(visibleLevels(state, number, "SELL"), parameters.baseImr),
  };
}
