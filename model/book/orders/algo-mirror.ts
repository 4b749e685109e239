// What happens to an algo order when its ordinary order changes: it mirrors the order, its group mirrors the fired leg,
// and a bracket's second leg becomes active. Rules 3.1, 3.5.

import { childrenOf, goesOnClosing, isGroup, isOver, isWaiting, treeOf } from "../../state/algo-trees.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAlgo } from "../../state/records/naive-algo.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { cancelAlgo } from "./algo-endings.ts";

export function mirrorOrder(
  state: NaiveState,
  reports: NaiveReports,
  order: NaiveOrder,
  cause: "fill" | "cancelled" | "rejected" | "amended",
): void {
  const algo = state.algos.find((each) => each.id === order.algo);
  if (algo === undefined) return;
  const { earlier } = algo;
  const isLeftArmed = cause === "cancelled" && goesOnClosing(algo) && order.reason !== "REDUCE_ONLY_CLOSED";
  const executed = earlier.executed + order.executed;
  const figures = {
    executed,
    executedNotional: earlier.executedNotional + order.executedNotional,
    totalFee: earlier.totalFee + order.totalFee,
    totalRealizedPnl: earlier.totalRealizedPnl + order.totalRealizedPnl,
    status: !isLeftArmed ? order.status : executed === 0n ? "NEW" : "PARTIAL_FILLED",
  } as const;
  Object.assign(algo, figures);
  if (cause === "amended") Object.assign(algo, { price: order.price, quantity: order.quantity });
  const group = state.algos.find((each) => each.id === algo.parent);
  if (group !== undefined) Object.assign(group, figures, cause === "amended" ? { quantity: order.quantity } : {});
  if (isLeftArmed) return;
  reports.algo(algo, cause, order.reason);
  if (group !== undefined) reports.algo(group, cause, order.reason);
  if (algo.algoType === "BRACKET") followEntry(state, reports, algo, order);
}

/** Updates a bracket's second leg after a change of the entry. */
function followEntry(state: NaiveState, reports: NaiveReports, bracket: NaiveAlgo, entry: NaiveOrder): void {
  const leg = childrenOf(state, bracket)[0];
  if (leg === undefined || isOver(leg)) return;
  if (entry.executed === 0n) {
    if (entry.status === "CANCELLED" || entry.status === "REJECTED") cancelAlgo(state, reports, leg, "ENTRY_UNFILLED");
    return;
  }
  if (leg.algoType === "POSITIONAL_TP_SL") decouple(state, reports, leg);
  else if (isWaiting(state, leg)) followQuantity(state, reports, leg, entry.executed);
}

/** Rules 3.5: a TP_SL protects what the entry has bought so far. */
function followQuantity(state: NaiveState, reports: NaiveReports, leg: NaiveAlgo, executed: bigint): void {
  const wakes = !leg.isActivated;
  if (!wakes && leg.quantity === executed) return;
  const alive = treeOf(state, leg).filter((each) => !isOver(each));
  for (const each of alive) Object.assign(each, { quantity: executed, isActivated: true });
  for (const each of alive) reports.algo(each, wakes ? "activated" : "amended", "");
}

/** Rules 3.5: a positional leg becomes independent, and replaces an earlier one that still waits. */
function decouple(state: NaiveState, reports: NaiveReports, leg: NaiveAlgo): void {
  const others = state.algos.filter((each) => each.id !== leg.id && isSameKey(each, leg) && !isOver(each));
  leg.parent = 0;
  for (const each of treeOf(state, leg)) each.root = leg.id;
  if (others.some((each) => !isWaiting(state, each))) {
    cancelAlgo(state, reports, leg, "ALREADY_TRIGGERED");
    return;
  }
  for (const each of others) cancelAlgo(state, reports, each, "REPLACED");
  // A leg that was cancelled before only moves along.
  for (const each of treeOf(state, leg)) each.isActivated ||= !isOver(each);
  for (const each of treeOf(state, leg)) reports.algo(each, isOver(each) ? "amended" : "activated", "");
}

/** Whether another active POSITIONAL_TP_SL closes the same position. Rules 3.1. */
export function isSameKey(
  other: NaiveAlgo,
  key: Pick<NaiveAlgo, "account" | "market" | "marginMode" | "side">,
): boolean {
  return (
    isGroup(other) &&
    other.algoType === "POSITIONAL_TP_SL" &&
    other.isActivated &&
    other.account === key.account &&
    other.market === key.market &&
    other.marginMode === key.marginMode &&
    other.side === key.side
  );
}
