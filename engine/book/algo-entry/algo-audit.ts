// The invariants of algo orders, recomputed from the trees alone. Rules 3.1, 3.3, 3.5.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import {
  type AlgoOrder,
  hasWaiting,
  isArmed,
  isFinished,
  isGroup,
  isLeg,
  isUntriggered,
  isWorking,
  membersOf,
} from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";
import { statusOf } from "../orders/order-reports.ts";

/** @throws {Fault} naming the first invariant that does not hold */
export function auditAlgoOrders(state: State): void {
  const members = state.algoOrders.trees.flatMap(membersOf);
  for (const order of members) auditMember(state, order);
  auditKeys(state);
  auditTriggers(state, members.filter(isArmed));
  auditOrdinary(state);
}

function auditMember(state: State, order: AlgoOrder): void {
  const { id, status, parent } = order;
  assert(state.algoOrders.find(id) === order && id <= state.algoOrders.lastId, "an algo order is found by its id", {
    id,
  });
  assert(parent === null || parent.children.includes(order), "a leg hangs on its parent", { id });
  if (parent === null) assert(!membersOf(order).every(isFinished), "a tree that is finished has left", { id, status });
  if (!isGroup(order)) return;
  const fired = order.children.filter((leg) => leg.isTriggered);
  assert(fired.length <= 1, "one leg of a group fires", { id, fired: fired.length });
  assert(fired.length === 0 || !order.children.some(isUntriggered), "one cancels the other", { id });
  assert(order.isTriggered === (fired.length === 1), "a group is triggered with its leg", { id });
  const expected = fired[0]?.status ?? (hasWaiting(order) ? "NEW" : "CANCELLED");
  assert(status === expected, "a group is what its fired leg is", { id, status, expected });
}

function auditKeys(state: State): void {
  const keys = state.algoOrders.trees
    .filter((root) => root.algoType === "POSITIONAL_TP_SL" && hasWaiting(root))
    .map((root) => [root.account, root.market, root.marginMode, root.side].join(" "));
  assert(new Set(keys).size === keys.length, "of one key, one POSITIONAL_TP_SL is active", { keys });
}

function auditTriggers(state: State, armed: readonly AlgoOrder[]): void {
  const closing = new Map<number, number>();
  for (const { account, market, marginMode } of armed.filter(isLeg)) {
    const row = state.rows.find(account, market, marginMode);
    closing.set(row, (closing.get(row) ?? 0) + 1);
  }
  for (let row = 0; row < state.rows.used; row++) {
    const count = state.rows.closingAlgos(row);
    const expected = closing.get(row) ?? 0;
    assert(count === expected, "a row counts the legs that would close it", { row, count, expected });
  }
  const ids = (orders: readonly AlgoOrder[]) =>
    orders
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join(" ");
  for (const { number } of state.markets) {
    const listed = ids(state.algoOrders.triggersOf(number).all);
    const expected = ids(armed.filter(({ market }) => market === number));
    assert(listed === expected, "what waits for a mark is on its market's lists", { market: number, listed, expected });
  }
}

/** An algo order agrees with the open order that it made. */
function auditOrdinary(state: State): void {
  for (let order = 0; order < state.orders.used; order++) {
    if (state.orders.orderId(order) === 0 || state.orders.algo(order) === 0) continue;
    const source = state.algoOrders.find(state.orders.algo(order));
    const same =
      source !== undefined &&
      source.orderId === state.orders.orderId(order) &&
      source.status === statusOf(state, order) &&
      (source.executed as number) === state.orders.executed(order);
    assert(same, "an algo order shows what became of its order", {
      order: state.orders.orderId(order),
      algoOrderId: state.orders.algo(order),
    });
  }
  for (const member of state.algoOrders.trees.flatMap(membersOf)) {
    assert(member.earlier === null, "between commands no order of an algo order is being matched", { id: member.id });
    if (member.orderId === 0 || isGroup(member) || isFinished(member) || isWorking(member)) continue;
    const open = state.orders.find(member.orderId) !== NONE;
    assert(open, "an algo order that has fired has an open order", { id: member.id, orderId: member.orderId });
  }
}
