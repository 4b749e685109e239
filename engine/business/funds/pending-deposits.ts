// Deposits that a chain shows and that are not final yet: their owners see them, but no balance includes them. Rules 9.2. A
// pending deposit is identified by its position on its chain, until it is credited under its reference or dropped.

import type { DepositState } from "../../base/vocabulary.ts";
import type { DropDeposit, ObserveDeposit } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import type { PendingDeposit } from "../../memory/business/funds-state.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { isCredited } from "./deposits.ts";

export const pendingDepositHandlers = handlers({
  observe_deposit: observeDeposit,
  drop_deposit: dropDeposit,
});

function observeDeposit(state: State, command: ObserveDeposit, answer: Answer, out: Listener): void {
  const { key, reference, account, amount, source, chainId, transaction } = command;
  if (refusesAccount(state, account, answer)) return;
  if (key === "") answer.rejection = rejection("invalid_parameter", { field: "key" });
  else if (!Number.isSafeInteger(amount) || amount <= 0)
    answer.rejection = rejection("invalid_parameter", { field: "amount" });
  else if (state.accounts.isSubAccount(account)) {
    answer.rejection = rejection(
      "refused",
      {},
      "a sub-account takes no deposits: deposit to its main account and transfer",
    );
  } else if (isCredited(state, reference, key)) {
    answer.rejection = rejection("duplicate", { reference }, "the deposit is credited already");
  }
  if (answer.rejection !== null) return;

  const before = state.funds.pending.get(key);
  // In another block the same transaction may pay another account: the first account is notified that its deposit failed.
  if (before !== undefined && before.account !== account) report(state, before, "FAILED", MOVED, out);
  const known = before?.account === account ? before : undefined;
  const createdAt = known === undefined ? state.now : known.createdAt;
  const onChain = { key, reference, source, chainId, transaction };
  const seen: PendingDeposit = { ...onChain, account, amount, state: command.state, createdAt };
  state.funds.pending.set(key, seen);
  if (known === undefined || !isSame(known, seen)) report(state, seen, seen.state, "", out);
}

const MOVED = "the chain has given it to another account";

function isSame(a: PendingDeposit, b: PendingDeposit): boolean {
  return a.amount === b.amount && a.state === b.state && a.transaction === b.transaction;
}

function dropDeposit(state: State, { key, reason }: DropDeposit, answer: Answer, out: Listener): void {
  const known = state.funds.pending.get(key);
  if (known === undefined) {
    answer.rejection = rejection("not_found", { key }, "there is no such deposit on its way");
    return;
  }
  state.funds.pending.delete(key);
  report(state, known, "FAILED", reason, out);
}

function report(state: State, deposit: PendingDeposit, to: DepositState, reason: string, out: Listener): void {
  out.funds({ type: "deposit", ...deposit, state: to, reason, at: state.now });
}
