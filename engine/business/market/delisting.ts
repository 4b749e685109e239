// The end of a market. At the announced time every order is cancelled, and every position is closed at one price, the
// mean of the last half hour's index, without a fee; then unsettled PnL becomes balance. Rules 11.3.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Micros, Millis } from "../../base/units.ts";
import { cancelEveryAlgo } from "../../book/algo/algo-cancellation.ts";
import { openOrders } from "../../book/orders/cancellation.ts";
import { ordersOf } from "../../book/orders/closing-orders.ts";
import { cancelResting } from "../../book/orders/open-orders.ts";
import { changeState } from "../../book/state-changes.ts";
import type { ScheduleDelisting } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { CLEARING, INSURANCE } from "../../memory/account/accounts.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { settleAccount, settleCross } from "../../money/balance/settlement.ts";
import { crossMargin } from "../../money/margin/margin.ts";
import { openRowsByAccount } from "../../risk/funding/visiting-order.ts";
import { transferAtMark } from "../../risk/liquidation/position-transfers.ts";
import { closingPrice, samplesTaken, startSampling } from "./settlement-price.ts";

export const delistingHandlers = handlers({
  schedule_delisting: scheduleDelisting,
});

/**
 * From its announcement on the market only closes; a second announcement moves the time, as long as no sample has been taken.
 */
function scheduleDelisting(state: State, command: ScheduleDelisting, answer: Answer, out: Listener): void {
  const market = state.markets[command.market];
  const refused =
    market === undefined
      ? rejection("invalid_parameter", { market: command.market })
      : refuseSchedule(state, market, command.delistAt);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  const live = market!;
  live.delistAt = command.delistAt;
  startSampling(state, live);
  if (live.state === "HALTED") {
    live.resumesAs = "DELISTING";
    out.market({ type: "rules_changed", market: live.number, at: state.now });
  } else {
    const detail = `delisted at ${command.delistAt}`;
    changeState(state, live, { to: "DELISTING", reason: "OPERATOR", detail }, out);
  }
}

function refuseSchedule(state: State, market: Market, delistAt: Millis): Rejection | null {
  const { symbol } = market.parameters;
  if (market.state !== "REDUCE_ONLY" && market.state !== "DELISTING" && market.state !== "HALTED") {
    const why = `${symbol} is ${market.state}: a market is REDUCE_ONLY before it is delisted`;
    return rejection("refused", { market_state: market.state }, why);
  }
  if (samplesTaken(state, market).length > 0) {
    const why = `samples for the price of ${symbol}'s delisting are taken: its time is no longer moved`;
    return rejection("refused", { delist_time: market.delistAt }, why);
  }
  if (delistAt > state.now) return null;
  return rejection("invalid_parameter", { field: "delist_time" }, "delist_time is invalid: expected a time to come");
}

export function runDelistings(state: State, out: Listener): void {
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    if (market.delistAt > 0 && market.delistAt <= state.now && market.state !== "DELISTED") delist(state, market, out);
  }
}

function delist(state: State, market: Market, out: Listener): void {
  for (const order of ordersOf(state, market)) cancelResting(state, order, "MARKET_STATE", out);
  const withAlgos = new Set(state.algoOrders.trees.map((root) => root.account));
  for (const account of inOrder(state, withAlgos)) {
    cancelEveryAlgo(state, { account, market: market.number }, "MARKET_STATE", out);
  }
  market.mark = closingPrice(state, market);
  market.moveBand();
  out.price(market.number, market.spotIndex, market.mark, state.now);
  for (const row of openRowsByAccount(state, market.number)) {
    const quantity = -state.rows.quantity(row);
    transferAtMark(state, market, { row, quantity, fee: 0, kind: "delisting" }, out);
  }
  const { openInterest, parameters } = market;
  assert(openInterest === 0, "of a market that ends nothing stays open", { symbol: parameters.symbol, openInterest });
  for (const account of inOrder(state, owners(state, market))) settle(state, market, account, out);
  market.indexSamples = [];
  market.health.inDoubt = false;
  out.market({ type: "delisted", market: market.number, price: market.mark, at: state.now });
  changeState(state, market, { to: "DELISTED", reason: "DELISTING_TIME", detail: market.stateDetail }, out);
}

/** Owners of cross rows in the market with something to settle: isolated rows have been paid out already. */
function owners(state: State, market: Market): Set<number> {
  const found = new Set<number>();
  for (let row = 0; row < state.rows.used; row++) {
    if (state.rows.market(row) === market.number && state.rows.cost(row) !== 0) found.add(state.rows.account(row));
  }
  found.delete(CLEARING);
  return found;
}

function inOrder(state: State, accounts: Set<number>): number[] {
  return [...accounts].sort((a, b) => state.accounts.inOrder(a, b));
}

/**
 * Settles an account's cross row. A loss that the free balance does not cover is covered by what the account has earned
 * elsewhere, and by what its isolated orders reserve. If that is not enough either, an account with other positions is
 * left to its liquidation; for one without, the insurance fund bears the rest.
 */
function settle(state: State, market: Market, account: AccountNumber, out: Listener): void {
  const row = state.rows.find(account, market.number, "CROSS");
  const covered = state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account) >= state.rows.cost(row);
  if (covered || !state.accounts.isUser(account)) return settleHere(state, market, account, out);
  freeReserve(state, account, out);
  if (collateralOf(state, account) < 0 && hasCrossPosition(state, account)) return;
  settleAccount(state, account, out);
  const debt = -state.accounts.holding(account);
  assert(debt <= 0 || collateralOf(state, account) < 0, "the fund bears what no position can", { account, debt });
  if (debt <= 0) return;
  const of = { kind: "shortfall", reference: "", market: market.number } as const;
  moveHolding(state, { account: INSURANCE, amount: -debt, ...of }, out);
  moveHolding(state, { account, amount: debt, ...of }, out);
}

/** Cancels isolated orders, the youngest first, until their reserve is no more than the account has. Rules 5.9 (2). */
function freeReserve(state: State, account: AccountNumber, out: Listener): void {
  for (const order of openOrders(state, account, NONE).toReversed()) {
    if (collateralOf(state, account) >= 0) return;
    if (state.orders.marginMode(order) === "ISOLATED") cancelResting(state, order, "MARGIN", out);
  }
}

function collateralOf(state: State, account: AccountNumber): Micros {
  return crossMargin(state, account, null).collateral;
}

function settleHere(state: State, market: Market, account: AccountNumber, out: Listener): void {
  const holdingBefore = state.accounts.holding(account);
  const amount = settleCross(state, account, market, out);
  if (amount === null || !state.accounts.isUser(account)) return;
  out.funds({
    type: "settled",
    settlementId: ++state.funds.lastSettlementId,
    account,
    holdingBefore,
    holdingAfter: state.accounts.holding(account),
    symbols: [{ market: market.number, amount: amount }],
    at: state.now,
  });
}

function hasCrossPosition(state: State, account: AccountNumber): boolean {
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 0 && state.rows.quantity(row) !== 0) return true;
  }
  return false;
}
