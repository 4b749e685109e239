// How algo orders begin to wait, end, and are removed. Changes only algo orders, so that it may run in the middle of matching;
// the one exception is the entry order of a BRACKET, which rests while its BRACKET is cancelled. Rules 3.1, 3.3.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { RowNumber } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import {
  type AlgoOrder,
  isArmed,
  isFinished,
  isLeg,
  isWaiting,
  membersOf,
  rootOf,
} from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";
import { cancelResting } from "../orders/open-orders.ts";
import { type AlgoCancelReason, emit } from "./algo-reports.ts";

/** Registers a waiting order for price triggers. */
export function arm(state: State, order: AlgoOrder): void {
  assert(isArmed(order), "only what waits looks at prices", { algoOrderId: order.id, status: order.status });
  state.algoOrders.triggersOf(order.market).add(order);
  if (isLeg(order)) state.rows.setClosingAlgos(rowOf(state, order), state.rows.closingAlgos(rowOf(state, order)) + 1);
}

/** Removes it from the price triggers; to be called while it is armed. */
export function disarm(state: State, order: AlgoOrder): void {
  state.algoOrders.triggersOf(order.market).remove(order);
  if (!isLeg(order)) return;
  const left = state.rows.closingAlgos(rowOf(state, order)) - 1;
  assert(left >= 0, "a row counts the legs that would close it", { algoOrderId: order.id, left });
  state.rows.setClosingAlgos(rowOf(state, order), left);
}

/** The position row of an order; it is created if needed, because a leg may wait for a position that is not there yet. */
function rowOf(state: State, { account, market, marginMode }: AlgoOrder): RowNumber {
  return state.rows.obtain(state.accounts, account, market, marginMode);
}

/**
 * Cancels an order if it waits, or else every waiting order below it.
 * @returns how many orders were cancelled
 */
export function cancelAlgo(state: State, order: AlgoOrder, reason: AlgoCancelReason, out: Listener): number {
  const root = rootOf(order);
  const cancelled = cancelWaiting(state, order, reason, out);
  retire(state, root);
  return cancelled;
}

/** The same for a tree that is in use: the tree stays among the open ones, finished or not. */
export function cancelWaiting(state: State, order: AlgoOrder, reason: AlgoCancelReason, out: Listener): number {
  if (isWaiting(order)) {
    if (isArmed(order)) disarm(state, order);
    end(state, order, reason, out);
    if (order.parent !== null) closeGroup(state, order.parent, reason, out);
    return 1;
  }
  let cancelled = 0;
  for (const child of order.children) cancelled += cancelWaiting(state, child, reason, out);
  return order.algoType === "BRACKET" ? cancelled + cancelEntry(state, order, reason as CancelReason, out) : cancelled;
}

/** Cancels a group with no leg left that could fire. Rules 3.1. */
function closeGroup(state: State, group: AlgoOrder, reason: AlgoCancelReason, out: Listener): void {
  if (!isFinished(group) && group.children.every(isFinished)) end(state, group, reason, out);
}

function end(state: State, order: AlgoOrder, reason: AlgoCancelReason, out: Listener): void {
  assert(!isFinished(order), "an algo order ends once", { algoOrderId: order.id, status: order.status, reason });
  order.status = "CANCELLED";
  order.updatedAt = state.now;
  emit(state, order, "cancelled", reason, out);
}

/**
 * Cancels the entry order of a BRACKET. The BRACKET itself ends as its entry order does: see mirror.ts. A whole BRACKET
 * is cancelled only for reasons that ordinary orders have too.
 */
function cancelEntry(state: State, bracket: AlgoOrder, reason: CancelReason, out: Listener): number {
  const entry = bracket.orderId === 0 ? NONE : state.orders.find(bracket.orderId);
  if (entry === NONE) return 0;
  cancelResting(state, entry, reason, out);
  return 1;
}

/** Removes a tree once all of it is finished. */
export function retire(state: State, root: AlgoOrder): void {
  if (state.algoOrders.find(root.id) !== root || !membersOf(root).every(isFinished)) return;
  state.algoOrders.remove(root);
  if (root.clientOrderId === "") return;
  // An algo order needs no margin until it triggers, so a tree that never executed has cost nothing.
  const isVain = membersOf(root).every(({ executed }) => executed === 0);
  state.algoOrders.clientOrders.finish(root.account, root.clientOrderId, isVain);
}
