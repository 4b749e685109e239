// Deposits that match no account: they are parked until an operator credits them under the same reference. Rules 9.2. A
// parked deposit is in no balance and not yet in custody.

import type { ParkDeposit } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";

export const parkedDepositHandlers = handlers({
  park_deposit: parkDeposit,
});

function parkDeposit(state: State, command: ParkDeposit, answer: Answer, out: Listener): void {
  const { reference, amount, accountId, reason } = command;
  if (amount <= 0) {
    answer.rejection = rejection("invalid_parameter", { field: "amount" });
    return;
  }
  if (state.depositReferences.has(reference) || state.funds.parked.has(reference)) {
    answer.rejection = rejection("duplicate", { reference }, "the deposit is known already");
    return;
  }
  state.funds.parked.set(reference, { reference, accountId, amount, reason });
  out.funds({ type: "deposit_parked", reference, accountId, amount, reason, at: state.now });
}
