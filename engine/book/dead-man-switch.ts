// The dead-man switch: all orders of an account are cancelled unless the account renews its timer in time. Rules 2.10.

import type { CancelAllAfter } from "../language/commands/commands.ts";
import { ORDER_COMMANDS } from "../language/commands/order-commands.ts";
import type { Listener } from "../language/events/events.ts";
import { boundsOf, isWithin } from "../language/field.ts";
import { rejection } from "../language/rejections.ts";
import type { Answer } from "../language/views/views.ts";
import { handlers } from "../memory/handlers.ts";
import type { State } from "../memory/state.ts";
import { refusesAccount } from "../permissions/known-account.ts";
import { cancelEveryAlgo } from "./algo/algo-cancellation.ts";
import { cancelEvery } from "./orders/cancellation.ts";

/** Bounds in milliseconds. */
const TRIGGER = boundsOf(ORDER_COMMANDS.cancel_all_after.fields.triggerAfterMs);

export const deadManSwitchHandlers = handlers({
  cancel_all_after: cancelAllAfter,
});

function cancelAllAfter(state: State, command: CancelAllAfter, answer: Answer): void {
  if (refusesAccount(state, command.account, answer)) return;
  const after = command.triggerAfterMs;
  if (!isWithin(TRIGGER, after)) {
    const expected = `0 or ${TRIGGER.least} to ${TRIGGER.most}`;
    answer.rejection = rejection(
      "invalid_parameter",
      { field: "trigger_after", value: after, expected },
      `trigger_after is invalid: ${after}, expected ${expected}`,
    );
    return;
  }
  const { accounts } = state;
  const at = after === 0 ? 0 : state.now + after;
  accounts.setCancelAllAt(command.account, at);
  if (after === 0) accounts.armed.delete(command.account);
  else accounts.armed.add(command.account);
  answer.expectedTriggerTime = at;
}

/** Rules 0.2 step 7: fires every switch that is due, accounts by ascending id. */
export function fireDeadManSwitches(state: State, out: Listener): void {
  const { accounts } = state;
  const due = [...accounts.armed].filter((account) => accounts.cancelAllAt(account) <= state.now);
  due.sort((a, b) => accounts.inOrder(a, b));
  for (const account of due) {
    accounts.setCancelAllAt(account, 0);
    accounts.armed.delete(account);
    cancelEvery(state, account, -1, "CANCEL_ALL_AFTER", out);
    cancelEveryAlgo(state, { account }, "CANCEL_ALL_AFTER", out);
  }
}
