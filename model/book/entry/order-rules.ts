// The answer to a placement: the first answer for a repeated one, else refusals in their order, else a new order. Also
// how clients cancel their orders. Rules 1.3 (2) to (6), 2.8, 2.10, 2.11.

import { type CancelOrder, type PlaceOrder, rejectionNumber } from "@evermark/engine";
import { isUsableTag } from "../../money/fees/fee-tiers.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { cancel } from "../orders/order-endings.ts";
import { openOrders } from "../orders/sorted-book.ts";
import { placementBlocked } from "./blocked.ts";
import { digestOf, hasValidFields } from "./filters.ts";
import { placeNew } from "./naive-placement.ts";

const REFUSED_MAX = 100;

export const orderRules = naiveRules({
  place_order: (state, command, reports) => keepUntilDisconnect(state, command, placeOrder(state, reports, command)),
  cancel_order: cancelOrder,
  cancel_all_orders: (state, { account, market }, reports) => {
    const open = openOrders(state, account, market);
    for (const order of open) cancel(state, order, "CANCEL_ALL", reports);
    return { count: open.length };
  },
  cancel_all_after: (state, { account, triggerAfterMs: wait, at }) => {
    if (wait !== 0 && (wait < 5_000 || wait > 900_000)) return { rejection: "invalid_parameter" };
    const firesAt = wait === 0 ? 0 : at + wait;
    state.accounts[account]!.cancelAllAt = firesAt;
    return { expectedTriggerTime: firesAt };
  },
});

/** Rules 2.1, 2.11 and 1.3. */
export function placeOrder(state: NaiveState, reports: NaiveReports, command: PlaceOrder): Outcome {
  const { clientOrderId } = command;
  const digest = digestOf(command);
  const first =
    clientOrderId === ""
      ? undefined
      : state.remembered.find((each) => each.account === command.account && each.clientOrderId === clientOrderId);
  if (first?.digest === digest) {
    // Whatever has become of the market, the venue or the account since.
    const { orderId, status, rejectionCode } = first;
    return { orderId, status, rejectionCode, replayed: true };
  }
  const blocked = placementBlocked(state, command);
  if (blocked !== null) return { rejection: blocked };
  if (!hasValidFields(command) || !isUsableTag(state, command.tag)) return { rejection: "invalid_parameter" };
  if (first !== undefined) return { rejection: "duplicate" };
  const outcome = placeNew(state, reports, command);
  if (clientOrderId !== "" && outcome.orderId !== undefined) {
    if (outcome.rejection !== undefined) forgetRefusal(state, command.account);
    state.remembered.push({
      account: command.account,
      clientOrderId,
      digest,
      orderId: outcome.orderId,
      status: outcome.status!,
      rejectionCode: outcome.rejection === undefined ? null : rejectionNumber(outcome.rejection),
    });
  }
  return outcome;
}

/** Makes room for another refused order: the last hundred of an account are remembered. */
function forgetRefusal(state: NaiveState, account: number): void {
  const refused = state.remembered.filter((each) => each.account === account && each.rejectionCode !== null);
  if (refused.length < REFUSED_MAX) return;
  state.remembered = state.remembered.filter((each) => each !== refused[0]);
}

/** Remembers an order that is tied to its connection, if it is open after matching. */
function keepUntilDisconnect(state: NaiveState, { untilDisconnect }: PlaceOrder, outcome: Outcome): Outcome {
  const isNew = outcome.rejection === undefined && outcome.replayed !== true;
  if (untilDisconnect === true && isNew && state.open.some(({ id }) => id === outcome.orderId)) {
    state.untilDisconnect.add(outcome.orderId!);
  }
  return outcome;
}

function cancelOrder(state: NaiveState, command: CancelOrder, reports: NaiveReports): Outcome {
  const order = state.open.find(
    (each) =>
      each.account === command.account &&
      (command.market < 0 || each.market === command.market) &&
      (command.orderId > 0
        ? each.id === command.orderId
        : each.clientOrderId !== "" && each.clientOrderId === command.clientOrderId),
  );
  if (order === undefined) return { rejection: "not_found" };
  cancel(state, order, "USER", reports);
  return { orderId: order.id, status: "CANCELLED" };
}
