// Rows that cannot be liquidated now: which they are, and at what mark they stood when that began. What follows from it for
// leaving, trading and the fund's debts asks here. Rules 11.4.

import type { MarketState } from "@evermark/engine";
import type { NaiveState } from "../state/naive-state.ts";
import type { NaiveAccount } from "../state/records/naive-account.ts";
import type { NaiveMarket } from "../state/records/naive-market.ts";

const TRADING: readonly MarketState[] = ["POST_ONLY", "ACTIVE", "REDUCE_ONLY", "DELISTING"];

/** Whether funding, matching and liquidation go on in a market. Rules 11.3. */
export function isTrading(market: NaiveMarket): boolean {
  return TRADING.includes(market.state);
}

/** Whether positions may only shrink, so that every order is made reduce-only. */
export function onlyShrinks(market: NaiveMarket): boolean {
  return market.state === "REDUCE_ONLY" || market.state === "DELISTING";
}

export function isInGrace(state: NaiveState): boolean {
  return state.maintenance.phase !== "running" && state.maintenance.graceUntil > 0;
}

/** Whether the book stands still: from the start of a window to the end of its grace, and while the clock is in doubt. */
export function isPaused(state: NaiveState): boolean {
  return state.maintenance.phase === "running" || isInGrace(state) || state.clockHalt;
}

/** Whether a market's index is not to be acted upon. A price by hand always is. */
export function isInDoubt({ pinned, belief }: NaiveMarket): boolean {
  if (pinned) return false;
  return belief.doubted || belief.trouble !== null || belief.takesAnything || belief.holdsLiquidation;
}

export function standsStill(state: NaiveState, market: NaiveMarket): boolean {
  return isPaused(state) || market.state === "HALTED" || isInDoubt(market);
}

/** Whether it would stand still whatever is known of its index. */
export function standsByHand(state: NaiveState, { state: is, belief }: NaiveMarket): boolean {
  return isPaused(state) || (is === "HALTED" && belief.halt === null);
}

export function mayLiquidate(state: NaiveState, market: NaiveMarket): boolean {
  return isTrading(market) && !standsStill(state, market);
}

/** Remembers the mark at which a market began to stand still: what goes on for another reason has begun before. */
export function noteStandstills(state: NaiveState): void {
  for (const market of state.markets) {
    if (!standsStill(state, market)) market.stoodAt = null;
    else market.stoodAt ??= market.mark;
  }
}

/** Whether a cross position holds back all that an account's cross margin might stand for. */
export function isHeldBack(state: NaiveState, account: number): boolean {
  const { rows } = state.accounts[account]!;
  return state.markets.some((market) => rows[market.number]!.quantity !== 0n && standsStill(state, market));
}

/** Whether an isolated position holds back what belongs to its row. */
export function isRowHeldBack(state: NaiveState, account: NaiveAccount, market: NaiveMarket): boolean {
  return account.isolated[market.number]!.quantity !== 0n && standsStill(state, market);
}

/** Why nothing can be claimed in a market now; `null` when something can. */
export function claimRefusal(state: NaiveState, market: NaiveMarket): "maintenance" | "refused" | null {
  if (isPaused(state)) return "maintenance";
  return mayLiquidate(state, market) ? null : "refused";
}
