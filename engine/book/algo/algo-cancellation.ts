// Cancelling algo orders: by the user, a timer, a closed row, a liquidation. Rules 2.10, 3.1. Cancelling a root cancels all its
// descendants; a leg is cancelled alone. An order that has fired is cancelled through the ordinary order that it made.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, RowNumber } from "../../base/units.ts";
import type { AlgoType, CancelReason, MarginMode } from "../../base/vocabulary.ts";
import type { CancelAlgoOrder, CancelAllAlgoOrders } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import {
  type AlgoOrder,
  hasWaiting,
  isGroup,
  isLeg,
  isOpenEntry,
  opposite,
} from "../../memory/algo-order/algo-order.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { cancelAlgo } from "./lifecycle.ts";

export const algoCancellationHandlers = handlers({
  cancel_algo_order: cancelAlgoOrder,
  cancel_all_algo_orders: cancelAllAlgoOrders,
});

function cancelAlgoOrder(state: State, command: CancelAlgoOrder, answer: Answer, out: Listener): void {
  const { account, market, algoOrderId, clientOrderId } = command;
  const order =
    algoOrderId > 0
      ? state.algoOrders.find(algoOrderId)
      : state.algoOrders.rootsOf(account).find((root) => clientOrderId !== "" && root.clientOrderId === clientOrderId);
  // Another account's order is reported as unknown, so that ids cannot be probed.
  const known = order?.account === account && (market === NONE || order.market === market);
  if (!known || !(hasWaiting(order) || isOpenEntry(order))) {
    const detail = algoOrderId > 0 ? { algo_order_id: algoOrderId } : { client_order_id: clientOrderId };
    answer.rejection = rejection("not_found", detail, "algo order does not exist, has fired or is finished");
    return;
  }
  answer.algoOrderId = order.id;
  answer.status = "CANCELLED";
  answer.reason = "USER";
  cancelAlgo(state, order, "USER", out);
}

function cancelAllAlgoOrders(state: State, command: CancelAllAlgoOrders, answer: Answer, out: Listener): void {
  const { account, market, algoType } = command;
  if (refusesAccount(state, account, answer)) return;
  for (const root of [...state.algoOrders.rootsOf(account)]) {
    if (market !== NONE && root.market !== market) continue;
    for (const order of named(root, algoType)) answer.count += cancelAlgo(state, order, "CANCEL_ALL", out);
  }
}

/**
 * The orders of a tree that a filter selects. A dormant group and its legs belong to their BRACKET and are selected
 * only through it.
 */
function named(order: AlgoOrder, algoType: AlgoType | ""): AlgoOrder[] {
  if (!order.isActivated && isGroup(order)) return [];
  const matches = algoType === "" || order.algoType === algoType || (algoType === "STOP" && isLeg(order));
  return matches ? [order] : order.children.flatMap((child) => named(child, algoType));
}

/** All algo orders of an account, or those of one market, in one margin mode. */
interface AlgosOf {
  readonly account: AccountNumber;
  readonly market?: MarketNumber;
  readonly marginMode?: MarginMode;
}

/** Cancels matching algo orders by ascending id. */
export function cancelEveryAlgo(
  state: State,
  { account, market, marginMode }: AlgosOf,
  reason: CancelReason,
  out: Listener,
): void {
  for (const root of [...state.algoOrders.rootsOf(account)]) {
    const isMeant = root.market === (market ?? root.market) && root.marginMode === (marginMode ?? root.marginMode);
    if (isMeant) cancelAlgo(state, root, reason, out);
  }
}

/** Called when a row went from `before` to zero or to the other side: cancels the groups that were to close it. */
export function cancelClosedAlgos(state: State, row: RowNumber, before: number, out: Listener): void {
  // Groups placed ahead of a position wait for it to open.
  if (before === 0) return;
  const mode: MarginMode = state.rows.isolated(row) === 1 ? "ISOLATED" : "CROSS";
  const side = opposite(before > 0 ? "BUY" : "SELL");
  for (const root of [...state.algoOrders.rootsOf(state.rows.account(row))]) {
    if (root.market !== state.rows.market(row) || root.marginMode !== mode) continue;
    for (const group of [root, ...root.children]) {
      const closed = isGroup(group) && group.isActivated && group.side === side;
      if (closed) cancelAlgo(state, group, "REDUCE_ONLY_CLOSED", out);
    }
  }
}
