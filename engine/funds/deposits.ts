// Money that comes into an account: once per reference, and never for an account that it was not meant for. Rules 9.2.
// What a deposit adds to a holding it adds to custody.

import { moveHolding } from "../account/holdings.ts";
import { refusesAccount } from "../account/registration.ts";
import type { CreditDeposit } from "../commands.ts";
import type { Listener } from "../events.ts";
import { decimalText } from "../numbers/arithmetic.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function creditDeposit(state: State, command: CreditDeposit, answer: Answer, out: Listener): void {
  const { account, amount, reference } = command;
  if (refusesAccount(state, account, answer)) return;
  const refused = checkDeposit(state, command);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  state.depositReferences.add(reference);
  state.funds.parked.delete(reference);
  state.custody += amount;
  state.accounts.setDeposits(account, state.accounts.deposits(account) + 1);
  moveHolding(state, { account, amount, kind: "deposit", reference, market: -1 }, out);
}

function checkDeposit(state: State, { account, amount, reference }: CreditDeposit): Rejection | null {
  if (amount <= 0 || !Number.isSafeInteger(state.custody + amount)) {
    return rejection("invalid_parameter", { field: "amount" });
  }
  if (state.depositReferences.has(reference)) {
    return rejection("duplicate", { reference }, "the deposit is credited already");
  }
  if (state.accounts.isSubAccount(account)) {
    return rejection("refused", {}, "a sub-account takes no deposits: deposit to its main account and transfer");
  }
  const parked = state.funds.parked.get(reference);
  if (parked === undefined || parked.amount === amount) return null;
  const expected = decimalText(parked.amount, 6);
  return rejection(
    "invalid_parameter",
    { field: "amount", value: decimalText(amount, 6), expected },
    `amount is invalid: ${decimalText(amount, 6)}, the parked deposit is of ${expected}`,
  );
}
