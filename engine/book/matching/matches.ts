// What a match does: books both sides on their rows, charges and shares the fees, and emits the reports and the public
// trade. Rules 2.7, 4.2 to 4.4, 8.3. Everything is settled in the same step.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Micros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Match, OrderFill } from "../../memory/order/match.ts";
import type { State } from "../../memory/state.ts";
import { feeAt, shareFee, shareTagFee, tradingFee } from "../../money/fees/charging.ts";
import { tagRate } from "../../money/fees/order-tags.ts";
import { applyFill } from "../../money/position/position-fills.ts";
import { reportFill } from "../orders/order-reports.ts";
import { applyIsolatedFill } from "./isolated-fills.ts";

/** Computes the fees of one side of an execution of `notional` micros. Rules 8.3. */
export function charge(state: State, market: Market, fill: OrderFill, notional: Micros): void {
  const { orderTag } = fill;
  fill.notional = notional;
  fill.tagRate = orderTag === NONE ? 0 : tagRate(state, orderTag, market.number);
  fill.tagFee = fill.tagRate === 0 ? 0 : feeAt(notional, fill.tagRate);
  fill.userFee = tradingFee(state, fill.account, notional, fill.maker);
  fill.fee = fill.userFee + fill.tagFee;
}

/** Books both sides of a match; the resting order's report comes first. Rules 2.7. */
export function applyMatch(state: State, market: Market, match: Match, out: Listener): void {
  const { incoming, resting } = match;
  state.lastMatchId++;
  market.last = match.price;
  applySide(state, market, resting, out);
  applySide(state, market, incoming, out);
  const maker = incoming.maker ? incoming : resting;
  const taker = incoming.maker ? resting : incoming;
  const { trade } = state.reports;
  trade.market = market.number;
  trade.matchId = state.lastMatchId;
  trade.price = match.price;
  trade.quantity = match.quantity;
  trade.takerSide = taker.buy ? "BUY" : "SELL";
  trade.makerAccount = maker.account;
  trade.takerAccount = taker.account;
  trade.at = state.now;
  out.trade(trade);
}

function applySide(state: State, market: Market, fill: OrderFill, out: Listener): void {
  const { orders, rows } = state;
  const { order, row } = fill;
  const isolated = rows.isolated(row) === 1;
  const marginBefore = isolated ? rows.margin(row) : 0;
  fill.realized = isolated ? applyIsolatedFill(state, market, row, fill, out) : applyFill(state, market, row, fill);
  fill.marginChange = isolated ? rows.margin(row) - marginBefore : 0;
  shareFee(state, market, fill);
  if (fill.tagFee > 0) shareTagFee(state, market, fill);
  const executed = orders.executed(order) + Math.abs(fill.lots);
  const whole = orders.quantity(order);
  // A market order by amount has no quantity until it is full.
  if (!(executed <= whole || whole === 0)) broken("no order executes more than it is of", { order, executed, whole });
  orders.setExecuted(order, executed);
  orders.setExecutedNotional(order, orders.executedNotional(order) + fill.notional);
  orders.setTotalFee(order, orders.totalFee(order) + fill.fee);
  orders.setRealizedPnl(order, orders.realizedPnl(order) + fill.realized);
  orders.setUpdatedAt(order, state.now);
  state.lastTradeId++;
  reportFill(state, fill, out);
}
