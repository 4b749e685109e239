// An algo order mirrors the ordinary order that it made, and its group mirrors the algo order. Rules 3.1, 3.3. Runs in
// the middle of matching: it changes and reports algo orders, nothing else.

import { assert } from "../../base/fault.ts";
import type { AlgoOrderId } from "../../base/units.ts";
import type { Listener, OrderReport } from "../../language/events/events.ts";
import { type AlgoOrder, closesAtMarket, type Executed, rootOf } from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";
import { emit, emitFill } from "./algo-reports.ts";
import { followEntry } from "./bracket.ts";
import { cancelWaiting, retire } from "./lifecycle.ts";
import { waitsForLiquidity } from "./stop-bound.ts";

/** Called for each report of an ordinary order that an algo order made. */
export function mirrorOrder(state: State, algoOrderId: AlgoOrderId, report: OrderReport, out: Listener): void {
  const order = state.algoOrders.find(algoOrderId);
  if (order === undefined) return;
  const root = rootOf(order);
  copyExecution(order, report);
  if (goesOn(state, order, report)) order.status = order.executed === 0 ? "NEW" : "PARTIAL_FILLED";
  if (order.algoType === "BRACKET") followEntry(state, order, report, out);
  else followFired(state, order, report, out);
  retire(state, root);
}

const NOTHING: Executed = {
  executed: 0,
  executedNotional: 0,
  totalFee: 0,
  totalRealizedPnl: 0,
};

/** Sums the current order's execution and that of its earlier orders. */
function copyExecution(order: AlgoOrder, report: OrderReport): void {
  const earlier = order.earlier ?? NOTHING;
  const executed = earlier.executed + report.executed;
  const { id: algoOrderId, executed: before } = order;
  assert(executed >= before, "what an algo order has executed it keeps", { algoOrderId, before, executed });
  order.orderId = report.orderId;
  order.status = report.status;
  order.executed = executed;
  order.executedNotional = earlier.executedNotional + report.executedNotional;
  order.totalFee = earlier.totalFee + report.totalFee;
  order.totalRealizedPnl = earlier.totalRealizedPnl + report.totalRealizedPnl;
  order.updatedAt = report.at;
  if (report.cause !== "amended") return;
  order.price = report.price;
  order.quantity = report.quantity;
}

/** Whether it is still open: one of its orders begins or ends, and it keeps waiting for what is not filled. Rules 3.2. */
function goesOn(state: State, order: AlgoOrder, { cause, reason }: OrderReport): boolean {
  if (!waitsForLiquidity(state) || !order.isTriggered || !closesAtMarket(order)) return false;
  return cause === "new" || (cause === "cancelled" && reason !== "REDUCE_ONLY_CLOSED");
}

function followFired(state: State, order: AlgoOrder, report: OrderReport, out: Listener): void {
  const fires = report.cause === "new" || report.cause === "rejected";
  const isFirst = order.triggerStatus === null;
  if (fires) order.triggerStatus = report.cause === "new" ? "SUCCESS" : "FAIL";
  const cause = report.cause === "new" ? "triggered" : report.cause;
  const group = order.parent;
  if (group !== null) followLeg(group, order);
  if (!isFirst && goesOn(state, order, report)) return;
  if (report.cause === "fill") emitFill(state, order, report, out);
  else emit(state, order, cause, report.reason, out);
  if (group === null) return;
  if (fires) for (const leg of group.children) cancelWaiting(state, leg, "ONE_CANCELS_OTHER", out);
  emit(state, group, cause, report.reason, out);
}

/** From its first firing on, a group mirrors its fired leg. */
function followLeg(group: AlgoOrder, leg: AlgoOrder): void {
  const isOnly = group.children.every((other) => other === leg || !other.isTriggered);
  assert(isOnly, "one leg of a group fires", { algoOrderId: group.id, leg: leg.id });
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
