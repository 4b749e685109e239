// Operator payments into the insurance fund. Rules 7.6. A reference is credited once.

import { NONE } from "../../base/storage/int-map.ts";
import type { TopUpInsurance } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { moveHolding } from "../../money/balance/holdings.ts";

export const topUpHandlers = handlers({
  top_up_insurance: topUpInsurance,
});

function topUpInsurance(state: State, command: TopUpInsurance, answer: Answer, out: Listener): void {
  const { amount, reference } = command;
  if (amount <= 0 || !Number.isSafeInteger(state.custody + amount)) {
    answer.rejection = rejection("invalid_parameter", { field: "amount" });
    return;
  }
  // A namespace apart from deposit references, which come from outside.
  const known = `top-up:${reference}`;
  if (state.depositReferences.has(known)) {
    answer.rejection = rejection("duplicate", { reference }, "the top-up is credited already");
    return;
  }
  state.depositReferences.add(known);
  state.custody += amount;
  moveHolding(state, { account: INSURANCE, amount, kind: "top_up", reference, market: NONE }, out);
}
