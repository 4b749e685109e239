// Settlement turns unsettled PnL into balance: of cross rows into the holding, of isolated rows into their own margin.
// Rules 4.5, 4.6. Equity, margin ratios and positions do not change; CLEARING is the counterparty.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, Micros, RowNumber } from "../../base/units.ts";
import type { SettlePnl } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { isFrozen } from "../../permissions/liquidation-freezes.ts";
import { crossMargin, unsettledPnl } from "../margin/margin.ts";
import { clear } from "./clearing.ts";
import { refusesFrozen } from "./guards.ts";
import { moveHolding } from "./holdings.ts";
import { useNonce } from "./wallet-nonces.ts";

export const settlementHandlers = handlers({
  settle_pnl: settlePnl,
});

function settlePnl(state: State, command: SettlePnl, answer: Answer, out: Listener): void {
  const { account, nonce } = command;
  if (refusesAccount(state, account, answer)) return;
  answer.rejection =
    (nonce === 0 ? null : useNonce(state, account, "settle", nonce)) ??
    refusesFrozen(state, account) ??
    checkCollateral(state, account);
  if (answer.rejection !== null) return;
  answer.created = settleAccount(state, account, out);
}

function checkCollateral(state: State, account: AccountNumber): Rejection | null {
  return crossMargin(state, account, null).collateral >= 0
    ? null
    : rejection("refused", {}, "the account's collateral is negative");
}

/**
 * Settles every row of an account at its mark: cross rows, then isolated ones, symbols ascending.
 * @returns the `settle_pnl_id`
 */
export function settleAccount(state: State, account: AccountNumber, out: Listener): number {
  const settlementId = ++state.funds.lastSettlementId;
  const holdingBefore = state.accounts.holding(account);
  const symbols: { market: MarketNumber; amount: Micros }[] = [];
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    const amount = settleCross(state, account, market, out);
    if (amount !== null) symbols.push({ market: number, amount: amount });
  }
  for (const number of state.marketsBySymbol) settleIsolated(state, account, state.markets[number]!, out);
  const holdingAfter = state.accounts.holding(account);
  const settled = symbols.reduce((sum, { amount }) => sum + amount, 0);
  assert(holdingAfter - holdingBefore === settled, "a balance gets what is settled", {
    account,
    holdingBefore,
    settled,
  });
  out.funds({ type: "settled", settlementId, account, holdingBefore, holdingAfter, symbols, at: state.now });
  return settlementId;
}

export function settleCross(state: State, account: AccountNumber, market: Market, out: Listener): number | null {
  const row = state.rows.find(account, market.number, "CROSS");
  return row === NONE ? null : settleRow(state, account, row, out);
}

/**
 * Settles one cross row.
 * @returns the amount that became balance, or null if there was nothing to settle
 */
function settleRow(state: State, account: AccountNumber, row: RowNumber, out: Listener): number | null {
  const market = state.markets[state.rows.market(row)]!;
  const amount = unsettledPnl(market, state.rows.quantity(row), state.rows.cost(row));
  if (amount === 0 && state.rows.quantity(row) === 0) return null;
  markSettled(state, row, market, amount);
  moveHolding(state, { account, amount, kind: "settlement", reference: "", market: market.number }, out);
  out.position(account, market.number, "CROSS");
  return amount;
}

function settleIsolated(state: State, account: AccountNumber, market: Market, out: Listener): void {
  const row = state.rows.find(account, market.number, "ISOLATED");
  if (row === NONE) return;
  const amount = unsettledPnl(market, state.rows.quantity(row), state.rows.cost(row));
  // A row with negative equity waits for its liquidation: margin is never negative.
  if (state.rows.quantity(row) === 0 || state.rows.margin(row) + amount < 0) return;
  if (isFrozen(state, account, market.number, "ISOLATED")) return;
  state.rows.setMargin(row, state.rows.margin(row) + amount);
  markSettled(state, row, market, amount);
  state.touched.add(account);
  out.position(account, market.number, "ISOLATED");
}

function markSettled(state: State, row: RowNumber, market: Market, amount: Micros): void {
  const quantity = state.rows.quantity(row);
  const cost = state.rows.cost(row) + amount;
  const left = unsettledPnl(market, quantity, cost);
  assert(left === 0, "nothing of a settled row is left to settle", { row, quantity, left });
  state.rows.setCost(row, cost);
  // A flat row has no settle price: a position that opens there next was never settled (rules 4.1).
  if (quantity !== 0) state.rows.setSettlePrice(row, market.mark);
  state.rows.setAccruedFunding(row, 0);
  state.rows.setUpdatedAt(row, state.now);
  state.rows.setVersion(row, state.rows.version(row) + 1);
  clear(state, market, amount);
}
