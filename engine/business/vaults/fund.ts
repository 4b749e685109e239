// The trading side of a vault: the fund's net asset value, what it can pay, and what closing forbids it. Rules 10.1, 10.5.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import { openOrders } from "../../book/orders/cancellation.ts";
import { cancelResting } from "../../book/orders/open-orders.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Vault } from "../../memory/business/vaults.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { refusesFrozen } from "../../money/balance/guards.ts";
import { settleAccount } from "../../money/balance/settlement.ts";
import { crossMargin } from "../../money/margin/margin.ts";
import { isBelieved } from "../../permissions/leaving.ts";
import { STANDSTILL_SINCE, standsStill } from "../../permissions/standstill.ts";
import { mayLiquidate } from "../../permissions/trading-state.ts";

/** From this behaviour on an account is valued at index prices, which no trader paints; before, at the mark. */
const AT_INDEX_SINCE = 3;

/** Account value: balance, isolated margin and all unsettled PnL. Rules 5.2. */
function accountValue(state: State, account: AccountNumber): number {
  let value: number = state.accounts.holding(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    const market = state.markets[state.rows.market(row)]!;
    const price = state.behaviour < AT_INDEX_SINCE ? market.mark : market.index;
    value += state.rows.margin(row) + state.rows.quantity(row) * price * market.unit - state.rows.cost(row);
  }
  return value;
}

/** The fund's account and its sub-accounts. */
function accountsOf(state: State, vault: Vault): number[] {
  return [vault.fund, ...state.accounts.subAccounts(vault.fund)];
}

/** Account value of the fund with its sub-accounts, less what is still due to redeemed shares. */
export function fundNav(state: State, vault: Vault): number {
  const value = accountsOf(state, vault).reduce((sum, account) => sum + accountValue(state, account), 0);
  return value - vault.queue.reduce((sum, { due }) => sum + due, 0);
}

/**
 * Whether the fund can be valued and paid from now: not while it is in liquidation or its collateral is negative, nor
 * while it has a position that cannot be liquidated now.
 */
export function canSettle(state: State, vault: Vault): boolean {
  const accounts = accountsOf(state, vault);
  if (accounts.some((account) => refusesFrozen(state, account) !== null)) return false;
  if (accounts.some((account) => holds(state, account, (market) => cannotValue(state, market)))) return false;
  return crossMargin(state, vault.fund, null).collateral >= 0;
}

function cannotValue(state: State, market: Market): boolean {
  if (state.behaviour >= STANDSTILL_SINCE) return standsStill(state, market);
  return !(mayLiquidate(state, market) && isBelieved(market));
}

/** Whether the fund has any position. */
export function holdsRows(state: State, vault: Vault): boolean {
  return accountsOf(state, vault).some((account) => holds(state, account, () => true));
}

/** Whether an account has a position, in either margin mode, in a market with a given property. */
function holds(state: State, account: AccountNumber, isSuch: (market: Market) => boolean): boolean {
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.quantity(row) !== 0 && isSuch(state.markets[state.rows.market(row)]!)) return true;
  }
  return false;
}

export function settleFund(state: State, vault: Vault, out: Listener): void {
  settleAccount(state, vault.fund, out);
}

/** Makes the fund reduce-only: orders that could do more are cancelled. */
export function closeFundOnly(state: State, vault: Vault, out: Listener): void {
  for (const account of accountsOf(state, vault)) {
    state.accounts.setClosesOnly(account, 1);
    for (const order of openOrders(state, account, NONE)) {
      if (!state.orders.isReduceOnly(order)) cancelResting(state, order, "MARKET_STATE", out);
    }
  }
}

export function releaseFund(state: State, vault: Vault): void {
  for (const account of accountsOf(state, vault)) {
    state.accounts.setClosesOnly(account, 0);
  }
}
