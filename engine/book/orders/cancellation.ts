// Cancelling: one order, and all orders. Rules 2.10.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, OrderId } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import type { CancelAllOrders, CancelOrder } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { cancelResting } from "./open-orders.ts";

export const cancellationHandlers = handlers({
  cancel_all_orders: cancelAllOrders,
  cancel_order: cancelOrder,
});

export function cancelOrder(state: State, command: CancelOrder, answer: Answer, out: Listener): void {
  const named = command.orderId > 0 ? command.orderId : openIdOf(state, command.account, command.clientOrderId);
  const order = state.orders.find(named);
  // Another account's order is reported as unknown, so that ids cannot be probed.
  const known =
    order !== NONE &&
    state.orders.account(order) === command.account &&
    (command.market === NONE || state.orders.market(order) === command.market);
  if (!known) {
    const detail = command.orderId > 0 ? { order_id: command.orderId } : { client_order_id: command.clientOrderId };
    answer.rejection = rejection("not_found", detail, "order does not exist or is no longer open");
    return;
  }
  answer.orderId = state.orders.orderId(order);
  answer.status = "CANCELLED";
  answer.reason = "USER";
  cancelResting(state, order, "USER", out);
}

function cancelAllOrders(state: State, command: CancelAllOrders, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  answer.count = cancelEvery(state, command.account, command.market, "CANCEL_ALL", out);
}

/** Cancels the open orders of an account, `market` -1 for all, by ascending id. @returns how many */
export function cancelEvery(
  state: State,
  account: AccountNumber,
  market: MarketNumber,
  reason: CancelReason,
  out: Listener,
): number {
  const open = openOrders(state, account, market);
  for (const order of open) cancelResting(state, order, reason, out);
  return open.length;
}

/** The open orders of an account by ascending id, as slots of the order table. */
export function openOrders(state: State, account: AccountNumber, market: MarketNumber): number[] {
  const open: number[] = [];
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (market !== NONE && state.rows.market(row) !== market) continue;
    for (let order = state.rows.firstOrder(row); order !== NONE; order = state.orders.rowNext(order)) open.push(order);
  }
  return open.sort((a, b) => state.orders.orderId(a) - state.orders.orderId(b));
}

function openIdOf(state: State, account: AccountNumber, clientOrderId: string): OrderId {
  return state.clientOrders.find(account, clientOrderId)?.orderId ?? 0;
}
