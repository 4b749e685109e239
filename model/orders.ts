// What a placement is answered: the first answer again for a repeated one, else refusals in their order, else a new order.
// Rules 1.3 (2) to (6), 2.11.

import { type OrderStatus, type PlaceOrder, type RejectionName, rejectionNumber } from "@evermark/engine";
import { isUsableTag } from "./fees.ts";
import { digestOf, hasValidFields } from "./filters.ts";
import { placementBlocked } from "./market-states.ts";
import { placeNew } from "./placement.ts";
import type { NaiveReports } from "./reports.ts";
import type { NaiveState } from "./state.ts";

const REFUSED_MAX = 100;

/** What a command comes to; what is absent is 0, false or nothing. */
export interface Outcome {
  rejection?: RejectionName;
  /** Instead of the code of `rejection`, where a first answer is repeated. */
  rejectionCode?: number | null;
  orderId?: number;
  status?: OrderStatus;
  replayed?: boolean;
  expectedTriggerTime?: number;
  count?: number;
  /** The number given to what was made. */
  created?: number;
  algoOrderId?: number;
}

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

/** Makes room for another: of an account's refused orders the last hundred are remembered. */
function forgetRefusal(state: NaiveState, account: number): void {
  const refused = state.remembered.filter((each) => each.account === account && each.rejectionCode !== null);
  if (refused.length < REFUSED_MAX) return;
  state.remembered = state.remembered.filter((each) => each !== refused[0]);
}
