// The trading side of a vault: what the fund is worth, what it can pay, and what closing forbids it. Rules 10.1, 10.5.

import { cancelResting } from "../book/open-orders.ts";
import type { Listener } from "../events.ts";
import { refusesFrozen } from "../funds/guards.ts";
import { settleAccount } from "../funds/settlement.ts";
import { crossMargin, unsettledPnl } from "../margin/margin.ts";
import { isBelieved } from "../market/leaving.ts";
import { mayLiquidate } from "../market/trading-state.ts";
import { openOrders } from "../order-entry/cancellation.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Vault } from "./vaults.ts";

/** Account value: balance, isolated margin and all unsettled PnL. Rules 5.2. */
function accountValue(state: State, account: number): number {
  let value = state.accounts.holding(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    const market = state.markets[state.rows.market(row)]!;
    value += state.rows.margin(row) + unsettledPnl(market, state.rows.quantity(row), state.rows.cost(row));
  }
  return value;
}

/** The fund with its sub-accounts, less what redeemed shares still wait for. */
export function fundNav(state: State, vault: Vault): number {
  const accounts = [vault.fund, ...state.accounts.subAccounts(vault.fund)];
  const value = accounts.reduce((sum, account) => sum + accountValue(state, account), 0);
  return value - vault.queue.reduce((sum, { due }) => sum + due, 0);
}

/**
 * Whether the fund can be valued and paid from now: not while it is in liquidation, nor worth less than nothing, nor while
 * it holds anything at a price that nobody can trade at or believes.
 */
export function canSettle(state: State, vault: Vault): boolean {
  const accounts = [vault.fund, ...state.accounts.subAccounts(vault.fund)];
  if (accounts.some((account) => refusesFrozen(state, account) !== null)) return false;
  if (accounts.some((account) => holdsInDoubt(state, account))) return false;
  return crossMargin(state, vault.fund, null).collateral >= 0;
}

/** Whether an account has a position, of either margin mode, in a market that is paused or whose index is not believed. */
function holdsInDoubt(state: State, account: number): boolean {
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    const market = state.markets[state.rows.market(row)]!;
    const isSound = mayLiquidate(state, market) && isBelieved(market);
    if (state.rows.quantity(row) !== 0 && !isSound) return true;
  }
  return false;
}

export function settleFund(state: State, vault: Vault, out: Listener): void {
  settleAccount(state, vault.fund, out);
}

/** From now on the fund only reduces: orders that could do more are cancelled. */
export function closeFundOnly(state: State, vault: Vault, out: Listener): void {
  for (const account of [vault.fund, ...state.accounts.subAccounts(vault.fund)]) {
    state.accounts.setClosesOnly(account, 1);
    for (const order of openOrders(state, account, NONE)) {
      if (!state.orders.isReduceOnly(order)) cancelResting(state, order, "MARKET_STATE", out);
    }
  }
}

export function releaseFund(state: State, vault: Vault): void {
  for (const account of [vault.fund, ...state.accounts.subAccounts(vault.fund)]) {
    state.accounts.setClosesOnly(account, 0);
  }
}
