// Cross margin of an account: its collateral, and what its positions and orders require. Rules 5.2 to 5.4. Decisions
// compare money, never rounded ratios. One pass over the account's rows, in whole micros.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Leverage, Lots, MarketNumber, Micros, RowNumber } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";

/** N = size × mark, micros. */
export function notionalAtMark(market: Market, size: Lots): number {
  return Math.abs(size) * market.mark * market.unit;
}

/** U = q × mark − C, micros. Funding is folded into C when it is paid (rules 6.6), so no third term is left. */
export function unsettledPnl(market: Market, quantity: Lots, cost: Micros): number {
  return quantity * market.mark * market.unit - cost;
}

export function leverageOf(state: State, market: Market, row: RowNumber): number {
  const set = row === NONE ? 0 : state.rows.leverage(row);
  return set === 0 ? market.defaultLeverage : set;
}

/** A considered change: one market's pending quantities and leverage as they would be. */
export interface MarginChange {
  readonly market: MarketNumber;
  readonly pendingBuy: Lots;
  readonly pendingSell: Lots;
  readonly leverage: Leverage;
}

export interface CrossMargin {
  /** TC, micros. */
  readonly collateral: Micros;
  /** ΣIM with orders, micros. */
  readonly initialWithOrders: Micros;
}

/** TC and ΣIM with orders of an account, with `considered` applied to one row. */
export function crossMargin(state: State, account: AccountNumber, considered: MarginChange | null): CrossMargin {
  let collateral = state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
  let required = 0;
  let unmet = considered;
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) continue;
    const market = state.markets[state.rows.market(row)]!;
    const quantity = state.rows.quantity(row);
    collateral += unsettledPnl(market, quantity, state.rows.cost(row));
    let buy: Lots = state.rows.pendingBuy(row);
    let sell: Lots = state.rows.pendingSell(row);
    let leverage = leverageOf(state, market, row);
    if (considered !== null && considered.market === market.number) {
      unmet = null;
      buy = considered.pendingBuy;
      sell = considered.pendingSell;
      leverage = considered.leverage;
    }
    const notional = notionalAtMark(market, sizeWithOrders(quantity, buy, sell));
    required += market.ratios.initialMargin(leverage, notional);
  }
  if (unmet !== null) {
    const market = state.markets[unmet.market]!;
    const notional = notionalAtMark(market, sizeWithOrders(0, unmet.pendingBuy, unmet.pendingSell));
    required += market.ratios.initialMargin(unmet.leverage, notional);
  }
  return { collateral, initialWithOrders: required };
}

/** ΣMM of an account's cross positions, micros. */
export function crossMaintenance(state: State, account: AccountNumber): number {
  let required = 0;
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) continue;
    const market = state.markets[state.rows.market(row)]!;
    required += market.ratios.maintenanceMargin(notionalAtMark(market, state.rows.quantity(row)));
  }
  return required;
}
