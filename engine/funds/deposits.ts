// Money that comes into an account: once per reference, and never for an account that it was not meant for. Rules 9.2.
// What a deposit adds to a holding it adds to custody.

import { moveHolding } from "../account/holdings.ts";
import { refusesAccount } from "../account/registration.ts";
import type { CreditDeposit, OnChain } from "../commands.ts";
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
  const { source } = command;
  const onChain = command.onChain ?? NO_CHAIN;
  const { key } = onChain;
  const createdAt = state.funds.pending.get(key)?.createdAt ?? state.now;
  state.depositReferences.add(reference);
  state.funds.parked.delete(reference);
  state.funds.pending.delete(key);
  state.custody += amount;
  if (source === "chain") state.funds.chainCustody += amount;
  state.accounts.setDeposits(account, state.accounts.deposits(account) + 1);
  moveHolding(state, { account, amount, kind: "deposit", reference, market: -1 }, out);
  const told = { ...onChain, account, amount, source, reference, createdAt };
  out.funds({ type: "deposit", ...told, state: "COMPLETED", reason: "", at: state.now });
}

/** Of money that was given. */
const NO_CHAIN: OnChain = { key: "", chainId: 0, transaction: "" };

function checkDeposit(state: State, { account, amount, reference, onChain }: CreditDeposit): Rejection | null {
  if (amount <= 0 || !Number.isSafeInteger(state.custody + amount)) {
    return rejection("invalid_parameter", { field: "amount" });
  }
  if (state.depositReferences.has(reference)) {
    return rejection("duplicate", { reference }, "the deposit is credited already");
  }
  if (state.accounts.isSubAccount(account)) {
    return rejection("refused", {}, "a sub-account takes no deposits: deposit to its main account and transfer");
  }
  // What is credited is what was shown: another account or amount is another deposit.
  const pending = onChain ? state.funds.pending.get(onChain.key) : undefined;
  if (pending !== undefined && pending.account !== account) {
    return rejection("refused", { key: pending.key }, "the deposit was shown to another account");
  }
  const known = pending?.amount ?? state.funds.parked.get(reference)?.amount ?? amount;
  if (known === amount) return null;
  const [value, expected] = [decimalText(amount, 6), decimalText(known, 6)];
  const what = pending === undefined ? "parked" : "shown";
  return rejection(
    "invalid_parameter",
    { field: "amount", value, expected },
    `amount is invalid: ${value}, the ${what} deposit is of ${expected}`,
  );
}
