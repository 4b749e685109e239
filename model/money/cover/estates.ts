// What backs an account's positions: all cross rows share one collateral, each isolated row has its own. Rules 7.1, 7.9.

import { mayLiquidate } from "../../permissions/naive-standstill.ts";
import { bySymbol, type NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { totalCollateral } from "../margin/naive-margin.ts";
import { unsettled } from "../rows/row-fills.ts";
import { type Estate, type Exposure, isBelowMaintenance } from "./estate-sums.ts";

/** An account's cross rows, or with a market its isolated row there. */
export interface Subject {
  readonly account: NaiveAccount;
  readonly market: NaiveMarket | null;
}

export function crossPositions(state: NaiveState, account: NaiveAccount): Exposure[] {
  return bySymbol(state).flatMap((market) => {
    const { quantity } = account.rows[market.number]!;
    return quantity === 0n ? [] : [{ market, quantity, leverage: account.leverages[market.number] ?? 1n }];
  });
}

export function estateOf(state: NaiveState, { account, market }: Subject): Estate {
  if (market === null) {
    return { collateral: totalCollateral(state, account), positions: crossPositions(state, account) };
  }
  const row = account.isolated[market.number]!;
  const { quantity } = row;
  const leverage = account.isolatedLeverages[market.number]!;
  return {
    collateral: row.margin + unsettled(row, market.mark),
    positions: quantity === 0n ? [] : [{ market, quantity, leverage }],
  };
}

/** The same at the indices, as if every mark were at its index. Rules 7.1. */
export function estateAtIndices(state: NaiveState, { account, market }: Subject): Estate {
  const markets = state.markets.map((each) => ({ ...each, mark: each.expected }));
  return estateOf({ ...state, markets }, { account, market: market === null ? null : markets[market.number]! });
}

/** Rules 7.1: a subject that is sound at the marks or at the indices is sound. */
export function isSound(state: NaiveState, subject: Subject): boolean {
  return !isBelowMaintenance(estateOf(state, subject)) || !isBelowMaintenance(estateAtIndices(state, subject));
}

/** The positions of an estate that can be offered and taken: a paused market stops only itself. Rules 7.1. */
export function livePositions(state: NaiveState, { positions }: Estate): Exposure[] {
  return positions.filter(({ market }) => mayLiquidate(state, market));
}

/** Whether nothing can be done about an estate until one of its markets resumes. */
export function isWaiting(state: NaiveState, estate: Estate): boolean {
  return estate.positions.length > 0 && livePositions(state, estate).length === 0;
}
