// An algo order follows the ordinary order that it made, and its group follows it. Rules 3.1, 3.3. Runs in the middle of
// matching: it changes algo orders and tells of it, nothing else.

import type { Listener, OrderReport } from "../events.ts";
import type { State } from "../state.ts";
import { type AlgoOrder, rootOf } from "./algo-order.ts";
import { tell } from "./algo-reports.ts";
import { followEntry } from "./bracket.ts";
import { cancelWaiting, retire } from "./lifecycle.ts";

/** Called for each report of an ordinary order with an algo order behind it. */
export function mirrorOrder(state: State, algoOrderId: number, report: OrderReport, out: Listener): void {
  const order = state.algoOrders.find(algoOrderId);
  if (order === undefined) return;
  const root = rootOf(order);
  copyExecution(order, report);
  if (order.algoType === "BRACKET") followEntry(state, order, report, out);
  else followFired(state, order, report, out);
  retire(state, root);
}

function copyExecution(order: AlgoOrder, report: OrderReport): void {
  order.orderId = report.orderId;
  order.status = report.status;
  order.executed = report.executed;
  order.executedNotional = report.executedNotional;
  order.totalFee = report.totalFee;
  order.totalRealizedPnl = report.totalRealizedPnl;
  order.updatedAt = report.at;
  if (report.cause !== "amended") return;
  order.price = report.price;
  order.quantity = report.quantity;
}

function followFired(state: State, order: AlgoOrder, report: OrderReport, out: Listener): void {
  const fires = report.cause === "new" || report.cause === "rejected";
  if (fires) order.triggerStatus = report.cause === "new" ? "SUCCESS" : "FAIL";
  const cause = report.cause === "new" ? "triggered" : report.cause;
  const group = order.parent;
  if (group !== null) followLeg(group, order);
  tell(state, order, cause, report.reason, out, report.cause === "fill" ? report : null);
  if (group === null) return;
  if (fires) for (const leg of group.children) cancelWaiting(state, leg, "ONE_CANCELS_OTHER", out);
  tell(state, group, cause, report.reason, out);
}

/** From its first firing on, a group is what its fired leg is. */
function followLeg(group: AlgoOrder, leg: AlgoOrder): void {
  group.isTriggered = true;
  group.triggerStatus = leg.triggerStatus;
  group.triggerTradePrice = leg.triggerTradePrice;
  group.triggerTime = leg.triggerTime;
  group.status = leg.status;
  group.quantity = leg.quantity;
  group.executed = leg.executed;
  group.executedNotional = leg.executedNotional;
  group.totalFee = leg.totalFee;
  group.totalRealizedPnl = leg.totalRealizedPnl;
  group.updatedAt = leg.updatedAt;
}
