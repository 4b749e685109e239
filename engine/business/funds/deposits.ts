// Deposits credit money to an account: once per reference, and only to the account that it was meant for. Rules 9.2. A
// deposit adds the same amount to a holding and to custody.

import { assert } from "../../base/fault.ts";
import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { CreditDeposit, OnChain } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { refusesAccount } from "../../permissions/known-account.ts";

export const depositHandlers = handlers({
  credit_deposit: creditDeposit,
});

function creditDeposit(state: State, command: CreditDeposit, answer: Answer, out: Listener): void {
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
  // A chain deposit reported only by an operator is in no vault, unless the chain had reported it before.
  const isInVault = source === "chain" && state.behaviour >= 2 && (key !== "" || state.funds.parked.has(reference));
  state.depositReferences.add(reference);
  if (key !== "") state.depositReferences.add(placeOf(key));
  state.funds.parked.delete(reference);
  state.funds.pending.delete(key);
  state.custody += amount;
  if (isInVault) state.funds.chainCustody += amount;
  const { custody, funds } = state;
  assert(Number.isSafeInteger(funds.chainCustody), "what the vaults hold can be counted", { reference, custody });
  state.accounts.setDeposits(account, state.accounts.deposits(account) + 1);
  moveHolding(state, { account, amount, kind: "deposit", reference, market: NONE }, out);
  const reported = { ...onChain, account, amount, source, reference, createdAt };
  out.funds({ type: "deposit", ...reported, state: "COMPLETED", reason: "", at: state.now });
}

/** The chain data of a deposit that was not made on a chain. */
const NO_CHAIN: OnChain = { key: "", chainId: 0, transaction: "" };

/**
 * A second key under which a deposit is remembered: its position on the chain. After a reorganization the chain may
 * give the same transaction another number, which does not make it a second deposit.
 */
function placeOf(key: string): string {
  return `at ${key}`;
}

/** Whether a deposit has been credited, by its reference or by its position on the chain. */
export function isCredited({ depositReferences }: State, reference: string, key: string): boolean {
  return depositReferences.has(reference) || (key !== "" && depositReferences.has(placeOf(key)));
}

function checkDeposit(state: State, { account, amount, reference, onChain }: CreditDeposit): Rejection | null {
  if (!Number.isSafeInteger(amount) || amount <= 0 || !Number.isSafeInteger(state.custody + amount)) {
    return rejection("invalid_parameter", { field: "amount" });
  }
  if (isCredited(state, reference, onChain?.key ?? "")) {
    return rejection("duplicate", { reference }, "the deposit is credited already");
  }
  if (state.accounts.isSubAccount(account)) {
    return rejection("refused", {}, "a sub-account takes no deposits: deposit to its main account and transfer");
  }
  // The credit must match what was shown: another account or amount is another deposit.
  const pending = onChain ? state.funds.pending.get(onChain.key) : undefined;
  if (pending !== undefined && pending.account !== account) {
    return rejection("refused", { key: pending.key }, "the deposit was shown to another account");
  }
  const parked = state.funds.parked.get(reference);
  const differing = [pending, parked].find((known) => known !== undefined && known.amount !== amount);
  if (differing === undefined) return null;
  const [value, expected] = [microsText(amount), microsText(differing.amount)];
  const what = differing === parked ? "parked" : "shown";
  return rejection(
    "invalid_parameter",
    { field: "amount", value, expected },
    `amount is invalid: ${value}, the ${what} deposit is of ${expected}`,
  );
}
