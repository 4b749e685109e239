// Setting leverage: range, then notional, then margin after the change. It may be refused; it never liquidates. Rules 5.7.

import { assert } from "../../base/fault.ts";
import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Leverage, Micros } from "../../base/units.ts";
import type { SetLeverage } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";
import { crossMargin, leverageOf, notionalAtMark } from "../../money/margin/margin.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { refuseLeaving, refuseLeavingOn, refuseOnRow } from "../../permissions/leaving.ts";
import { refuseFrozen } from "../../permissions/liquidation-freezes.ts";
import { STANDSTILL_SINCE } from "../../permissions/standstill.ts";

/** A market's new leverage. */
interface LeverageChange {
  readonly market: Market;
  readonly leverage: Leverage;
}

export const leverageHandlers = handlers({
  set_leverage: setLeverage,
});

function setLeverage(state: State, command: SetLeverage, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const changes = weighLeverage(state, command);
  if ("name" in changes) answer.rejection = changes;
  else changeLeverage(state, command, changes, out);
}

/** The changes that setting it would make, or why it may not be set; nothing is changed. */
export function weighLeverage(state: State, command: SetLeverage): readonly LeverageChange[] | Rejection {
  return command.market === NONE ? weighEvery(state, command) : weighOne(state, command);
}

export function changeLeverage(
  state: State,
  { account, marginMode }: Pick<SetLeverage, "account" | "marginMode">,
  changes: readonly LeverageChange[],
  out: Listener,
): void {
  for (const { market, leverage } of changes) {
    const { symbol } = market.parameters;
    const isAllowed = leverage >= 1 && leverage <= market.ratios.maxLeverage;
    assert(isAllowed, "a leverage is one that the market allows", { symbol, account, leverage });
    const row = state.rows.obtain(state.accounts, account, market.number, marginMode);
    state.rows.setLeverage(row, leverage);
    out.account({ type: "leverage_changed", account, market: market.number, marginMode, leverage, at: state.now });
    out.position(account, market.number, marginMode);
  }
}

function weighOne(state: State, c: SetLeverage): readonly LeverageChange[] | Rejection {
  const market = state.markets[c.market];
  if (market === undefined) return rejection("invalid_parameter", { market: c.market });
  const refusedFirst = refuseFrozen(state, c.account, market.number, c.marginMode) ?? refuseRaise(state, c, market);
  if (refusedFirst !== null) return refusedFirst;
  const { maxLeverage } = market.ratios;
  if (!(c.leverage >= 1 && c.leverage <= maxLeverage)) return outOfRange(c.leverage, maxLeverage);
  const changes = [{ market, leverage: c.leverage }];
  // No further check: the rules require that no isolated position or order is open.
  if (c.marginMode === "ISOLATED") return isIdle(state, c.account, market) ? changes : notIdle(market);
  return (
    checkNotional(state, c.account, market, c.leverage) ?? checkMargin(state, c.account, market, c.leverage) ?? changes
  );
}

/**
 * Every symbol gets min(requested, its maximum): all of them or none, except that isolated leverage changes only where
 * nothing is open.
 */
function weighEvery(state: State, c: SetLeverage): readonly LeverageChange[] | Rejection {
  const refusedFirst = refuseFrozen(state, c.account, NONE, "CROSS") ?? refuseRaises(state, c);
  if (refusedFirst !== null) return refusedFirst;
  if (!(c.leverage >= 1))
    return outOfRange(c.leverage, Math.max(1, ...state.markets.map((market) => market.ratios.maxLeverage)));
  const changes = state.markets.map((market) => ({
    market,
    leverage: Math.min(c.leverage, market.ratios.maxLeverage),
  }));
  if (c.marginMode === "ISOLATED") return changes.filter(({ market }) => isIdle(state, c.account, market));
  for (const { market, leverage } of changes) {
    const refused = checkNotional(state, c.account, market, leverage);
    if (refused !== null) return refused;
  }
  return checkAllMargin(state, c.account, changes) ?? changes;
}

/** A higher leverage lowers the requirement of a position whose price may be wrong. Rules 11.4. */
function refuseRaise(state: State, c: SetLeverage, market: Market): Rejection | null {
  if (!raises(state, c, market)) return null;
  if (c.marginMode === "CROSS") return refuseLeaving(state, c.account);
  return state.behaviour < STANDSTILL_SINCE
    ? refuseOnRow(state, c.account, market.number, "ISOLATED")
    : refuseLeavingOn(state, c.account, market.number);
}

/** Isolated leverage does not change where anything is open, so since that behaviour it needs no further check. */
function refuseRaises(state: State, c: SetLeverage): Rejection | null {
  if (c.marginMode === "ISOLATED" && state.behaviour < STANDSTILL_SINCE) return null;
  return state.markets.some((market) => raises(state, c, market)) ? refuseLeaving(state, c.account) : null;
}

function raises(state: State, { account, leverage, marginMode, market: asked }: SetLeverage, market: Market): boolean {
  const wanted = asked === -1 ? Math.min(leverage, market.ratios.maxLeverage) : leverage;
  return wanted > leverageOf(state, market, state.rows.find(account, market.number, marginMode));
}

/** Whether an account has neither an isolated position nor an isolated order in a market. */
function isIdle(state: State, account: AccountNumber, market: Market): boolean {
  const row = state.rows.find(account, market.number, "ISOLATED");
  return row === NONE || (state.rows.quantity(row) === 0 && state.rows.orders(row) === 0);
}

function notIdle({ parameters: { symbol } }: Market): Rejection {
  return rejection(
    "refused",
    { symbol },
    `the isolated leverage of ${symbol} can't be changed while an isolated position or order is open`,
  );
}

function checkNotional(state: State, account: AccountNumber, market: Market, leverage: Leverage): Rejection | null {
  const row = state.rows.find(account, market.number, "CROSS");
  if (row === NONE) return null;
  const size = sizeWithOrders(state.rows.quantity(row), state.rows.pendingBuy(row), state.rows.pendingSell(row));
  const notional = notionalAtMark(market, size);
  const limit = market.ratios.maxNotional(leverage);
  if (notional <= limit) return null;
  return rejection("position_limit", { notional_with_orders: microsText(notional), limit: microsText(limit) });
}

/** The whole account must be covered after the change, even if the market itself has nothing open. */
function checkMargin(state: State, account: AccountNumber, market: Market, leverage: Leverage): Rejection | null {
  const row = state.rows.find(account, market.number, "CROSS");
  const margin = crossMargin(state, account, {
    market: market.number,
    pendingBuy: row === NONE ? 0 : state.rows.pendingBuy(row),
    pendingSell: row === NONE ? 0 : state.rows.pendingSell(row),
    leverage,
  });
  return short(margin.collateral, margin.initialWithOrders);
}

/** @param changes of every market, indexed by its number */
function checkAllMargin(state: State, account: AccountNumber, changes: readonly LeverageChange[]): Rejection | null {
  const { collateral } = crossMargin(state, account, null);
  let required = 0;
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) continue;
    const market = state.markets[state.rows.market(row)]!;
    const size = sizeWithOrders(state.rows.quantity(row), state.rows.pendingBuy(row), state.rows.pendingSell(row));
    required += market.ratios.initialMargin(changes[market.number]!.leverage, notionalAtMark(market, size));
  }
  return short(collateral, required);
}

function short(collateral: Micros, required: Micros): Rejection | null {
  if (collateral >= required) return null;
  return rejection("insufficient_margin", {
    required: microsText(required),
    available: microsText(collateral),
  });
}

function outOfRange(leverage: Leverage, max: number): Rejection {
  const expected = `an integer from 1 to ${max}`;
  return rejection(
    "invalid_parameter",
    { field: "leverage", expected },
    `leverage is invalid: ${leverage}, expected ${expected}`,
  );
}
