// Nothing leaves on a price that nobody believes. While a market's mark is in doubt, what an account is worth by it may be
// wrong: nothing that it could be worth less by then leaves the account, or gets out of reach of its cross liquidation.
// Rules 11.4.

import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { MarginMode } from "../vocabulary.ts";
import type { LiveMarket } from "./live-market.ts";

/** Whether somebody stands behind a market's mark now. An operator's halt says that nobody does. */
export function isBelieved(market: LiveMarket): boolean {
  return market.state !== "HALTED" && !isDoubted(market) && !market.health.awaitsReport;
}

/** Whether the index stands still although its sources say, or would say, something else; so the mark is an old one. */
export function isDoubted({ health }: LiveMarket): boolean {
  return health.trouble !== "" || health.takesNextLevel;
}

/** Whether any market's index is in doubt: asked at every execution, found out once after what may have changed it. */
export function isAnyDoubted(state: State): boolean {
  state.isDoubtful ??= state.markets.some(isDoubted);
  return state.isDoubtful;
}

/** Why an account's money may not leave its cross margin, or be needed less there, or null; the first such symbol. */
export function refuseInDoubt(state: State, account: number): Rejection | null {
  for (const number of state.marketsBySymbol) {
    const refused = refuseOnRow(state, account, number, "CROSS");
    if (refused !== null) return refused;
  }
  return null;
}

/** The same for what touches a symbol's isolated position as well. */
export function refuseInDoubtOn(state: State, account: number, market: number): Rejection | null {
  return refuseInDoubt(state, account) ?? refuseOnRow(state, account, market, "ISOLATED");
}

/** The same for one position. */
export function refuseOnRow(state: State, account: number, number: number, mode: MarginMode): Rejection | null {
  const market = state.markets[number]!;
  if (isBelieved(market)) return null;
  const row = state.rows.find(account, number, mode);
  if (row === NONE || state.rows.quantity(row) === 0) return null;
  const { symbol } = market.parameters;
  return rejection(
    "refused",
    { symbol },
    `the price of ${symbol} is in doubt: nothing leaves while a position is open there`,
  );
}
