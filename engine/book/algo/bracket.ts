// A BRACKET: an entry order that is placed at once, and a group that is dormant until the entry's first execution. The
// BRACKET itself mirrors the entry order. Rules 3.5. Runs in the middle of matching, like mirror.ts.

import { assert } from "../../base/fault.ts";
import type { Listener, OrderReport } from "../../language/events/events.ts";
import { type AlgoOrder, hasUntriggered, isUntriggered, membersOf } from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";
import { emit, emitFill } from "./algo-reports.ts";
import { arm, cancelAlgo, cancelWaiting } from "./lifecycle.ts";

/** Applies a report of the entry order. `bracket` already shows what the report says. */
export function followEntry(state: State, bracket: AlgoOrder, report: OrderReport, out: Listener): void {
  switch (report.cause) {
    case "new":
      for (const member of membersOf(bracket)) emit(state, member, "new", "", out);
      return;
    case "amended":
      return emit(state, bracket, "amended", "", out);
    case "fill":
      return followFill(state, bracket, report, out);
    case "cancelled":
    case "rejected":
      emit(state, bracket, report.cause, report.reason, out);
      // Only its legs are cancelled: the entry order has just ended.
      if (bracket.executed > 0) return;
      for (const group of bracket.children) cancelWaiting(state, group, "ENTRY_UNFILLED", out);
      return;
  }
}

function followFill(state: State, bracket: AlgoOrder, report: OrderReport, out: Listener): void {
  const group = bracket.children.find(hasUntriggered);
  if (group?.algoType !== "POSITIONAL_TP_SL") {
    emitFill(state, bracket, report, out);
    if (group !== undefined) cover(state, group, bracket.executed, out);
    return;
  }
  const others = state.algoOrders.rootsOf(bracket.account).filter((root) => hasSameKey(root, group));
  const closing = others.some((root) => root.isTriggered);
  if (!closing) decouple(state, bracket, group);
  emitFill(state, bracket, report, out);
  if (closing) {
    cancelWaiting(state, group, "ALREADY_TRIGGERED", out);
    return;
  }
  for (const other of others) cancelAlgo(state, other, "REPLACED", out);
  wake(state, group, out);
}

/** Rules 3.1: of one key, at most one POSITIONAL_TP_SL is active. */
function hasSameKey(root: AlgoOrder, group: AlgoOrder): boolean {
  return (
    root.algoType === "POSITIONAL_TP_SL" &&
    root.market === group.market &&
    root.marginMode === group.marginMode &&
    root.side === group.side
  );
}

/** Makes the group a separate tree. */
function decouple(state: State, bracket: AlgoOrder, group: AlgoOrder): void {
  const place = bracket.children.indexOf(group);
  assert(place !== -1, "a group that is cut loose hung there", { algoOrderId: bracket.id, group: group.id });
  bracket.children.splice(place, 1);
  group.parent = null;
  state.algoOrders.add(group);
}

/** A TP_SL closes exactly what its entry has opened so far. */
function cover(state: State, group: AlgoOrder, executed: AlgoOrder["quantity"], out: Listener): void {
  const { id: algoOrderId, quantity } = group;
  assert(executed > 0, "a group closes what its entry has opened", { algoOrderId, executed, quantity });
  for (const member of [group, ...group.children.filter(isUntriggered)]) {
    member.quantity = executed;
    member.updatedAt = state.now;
    if (group.isActivated) emit(state, member, "amended", "", out);
  }
  if (!group.isActivated) wake(state, group, out);
}

function wake(state: State, group: AlgoOrder, out: Listener): void {
  for (const member of membersOf(group)) {
    if (member === group || isUntriggered(member)) {
      assert(!member.isActivated, "what wakes has slept", { algoOrderId: member.id, group: group.id });
      member.isActivated = true;
      member.updatedAt = state.now;
      if (member !== group) arm(state, member);
      emit(state, member, "activated", "", out);
      // A finished leg moves with the group, and is shown under another root from now on.
    } else if (group.parent === null) emit(state, member, "amended", "", out);
  }
}
