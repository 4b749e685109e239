// Rows that cannot be liquidated now: which they are, and their mark when that began. The rules for withdrawals,
// trading and the fund's debts use it. Rules 11.4.

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

/** Whether trading is paused: from the start of a window to the end of its grace minute, and while the clock is in doubt. */
export function isPaused(state: NaiveState): boolean {
  return state.maintenance.phase === "running" || isInGrace(state) || state.clockHalt;
}

/** Whether a market's index must not be acted upon. A price set by hand is never in doubt. */
export function isInDoubt({ pinned, belief }: NaiveMarket): boolean {
  if (pinned) return false;
  return belief.doubted || belief.trouble !== null || belief.takesAnything || belief.holdsLiquidation;
}

export function standsStill(state: NaiveState, market: NaiveMarket): boolean {
  return isPaused(state) || market.state === "HALTED" || isInDoubt(market);
}

/** Whether it would stand still regardless of its index. */
export function standsByHand(state: NaiveState, { state: is, belief }: NaiveMarket): boolean {
  return isPaused(state) || (is === "HALTED" && belief.halt === null);
}

export function mayLiquidate(state: NaiveState, market: NaiveMarket): boolean {
  return isTrading(market) && !standsStill(state, market);
}

/** Records the mark at which a market began to stand still; when one reason follows another the first mark stays. */
export function noteStandstills(state: NaiveState): void {
  for (const market of state.markets) {
    if (!standsStill(state, market)) market.stoodAt = null;
    else market.stoodAt ??= market.mark;
  }
}

/** Whether a cross position holds back all money that an account's cross margin may need. */
export function isHeldBack(state: NaiveState, account: number): boolean {
  const { rows } = state.accounts[account]!;
  return state.markets.some((market) => rows[market.number]!.quantity !== 0n && standsStill(state, market));
}

/** Whether an isolated position holds back its own row's money. */
export function isRowHeldBack(state: NaiveState, account: NaiveAccount, market: NaiveMarket): boolean {
  return account.isolated[market.number]!.quantity !== 0n && standsStill(state, market);
}

/** Why no claim is possible in a market now; `null` when one is. */
export function claimRefusal(state: NaiveState, market: NaiveMarket): "maintenance" | "refused" | null {
  if (isPaused(state)) return "maintenance";
  return mayLiquidate(state, market) ? null : "refused";
}
