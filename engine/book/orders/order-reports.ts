// Order reports: what the owner of an order is sent at each transition and execution. Rules 2.7.

import type { OrderSlot } from "../../base/units.ts";
import type { CancelReason, OrderStatus } from "../../base/vocabulary.ts";
import type { Listener, OrderReport } from "../../language/events/events.ts";
import type { Digest } from "../../memory/digest.ts";
import type { OrderFill } from "../../memory/order/match.ts";
import type { State } from "../../memory/state.ts";

/** NEW after acceptance, or the present status after an amendment. */
export function reportChange(state: State, order: OrderSlot, cause: "new" | "amended", out: Listener): void {
  describe(state, order, statusOf(state, order), "");
  noExecution(state.reports.order, cause);
  emit(state, order, out);
}

export function reportCancel(state: State, order: OrderSlot, reason: CancelReason, out: Listener): void {
  describe(state, order, "CANCELLED", reason);
  noExecution(state.reports.order, "cancelled");
  state.reports.order.visible = 0;
  emit(state, order, out);
}

export function reportRejection(state: State, order: OrderSlot, message: string, out: Listener): void {
  describe(state, order, "REJECTED", message);
  noExecution(state.reports.order, "rejected");
  state.reports.order.visible = 0;
  emit(state, order, out);
}

/** Reports one side of the latest execution. */
export function reportFill(state: State, fill: OrderFill, out: Listener): void {
  const { order } = fill;
  const report = state.reports.order;
  describe(state, order, statusOf(state, order), "");
  report.cause = "fill";
  report.tradeId = state.lastTradeId;
  report.matchId = state.lastMatchId;
  report.fillPrice = fill.price;
  report.fillQuantity = Math.abs(fill.lots);
  report.fee = fill.fee;
  report.tagFee = fill.tagFee;
  report.tagFeeRate = fill.tagRate;
  report.maker = fill.maker;
  report.realizedPnl = fill.realized;
  report.marginChange = fill.marginChange;
  emit(state, order, out);
}

function emit(state: State, order: OrderSlot, out: Listener): void {
  const report = state.reports.order;
  digestReport(state.digest, report);
  out.order(report);
  const algo = state.orders.algo(order);
  if (algo !== 0) state.followers.orderReported(state, algo, report, out);
}

/** Most reports are of orders that rest: fields that are 0 for them are skipped, and the others are added as one number. */
function digestReport(digest: Digest, report: OrderReport): void {
  digest.add(report.orderId);
  const price = report.side === "BUY" ? report.price : -report.price;
  digest.add(price + 1_048_583 * report.quantity + 1_073_741_827 * report.visible);
  if (report.executed === 0) return;
  digest.add(report.executedNotional);
  digest.add(report.totalFee);
  digest.add(report.totalRealizedPnl);
}

/** The status of an order that has not been cancelled. An order by amount has a quantity only when it is full. */
export function statusOf(state: State, order: OrderSlot): OrderStatus {
  if (state.orders.executed(order) === 0) return "NEW";
  return state.orders.executed(order) === state.orders.quantity(order) ? "FILLED" : "PARTIAL_FILLED";
}

function describe(state: State, order: OrderSlot, status: OrderStatus, reason: string): void {
  const { orders } = state;
  const report = state.reports.order;
  const account = orders.account(order);
  report.account = account;
  report.orderId = orders.orderId(order);
  report.clientOrderId = orders.clientOrderId(order);
  report.market = orders.market(order);
  report.side = orders.side(order);
  report.orderType = orders.type(order);
  report.marginMode = orders.marginMode(order);
  report.reduceOnly = orders.isReduceOnly(order);
  report.tag = orders.tag(order);
  report.price = orders.price(order);
  report.quantity = orders.quantity(order);
  report.amount = orders.amount(order);
  report.visible = Math.max(0, orders.visible(order));
  report.visibleQuantity = orders.visibleQuantity(order);
  report.status = status;
  report.reason = reason;
  report.executed = orders.executed(order);
  report.executedNotional = orders.executedNotional(order);
  report.totalFee = orders.totalFee(order);
  report.totalRealizedPnl = orders.realizedPnl(order);
  report.createdAt = orders.createdAt(order);
  report.at = state.now;
  report.seq = state.accounts.nextSeq(account);
}

/** Most reports follow one without an execution, and have nothing to clear. */
function noExecution(report: OrderReport, cause: OrderReport["cause"]): void {
  report.cause = cause;
  if (report.tradeId === 0) return;
  report.tradeId = 0;
  report.matchId = 0;
  report.fillPrice = 0;
  report.fillQuantity = 0;
  report.fee = 0;
  report.tagFee = 0;
  report.tagFeeRate = 0;
  report.maker = false;
  report.realizedPnl = 0;
  report.marginChange = 0;
}
