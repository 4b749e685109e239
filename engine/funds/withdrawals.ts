// Withdrawals: accepted, they freeze their amount at once; the chain's word takes them on. Rules 9.3, C.5. What is frozen
// is no collateral and out of reach of losses, so an accepted withdrawal can always be paid.

import { FEE_WITHDRAW } from "../account/accounts.ts";
import { moveHolding } from "../account/holdings.ts";
import { refusesAccount } from "../account/registration.ts";
import type { AdvanceWithdrawal, RequestWithdrawal } from "../commands.ts";
import type { Listener } from "../events.ts";
import { withdrawable } from "../margin/withdrawable.ts";
import { refuseInDoubt } from "../market/disbelief.ts";
import { decimalText } from "../numbers/arithmetic.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";
import type { WithdrawalState } from "../vocabulary.ts";
import type { Withdrawal } from "./funds-state.ts";
import { refusesFrozen, refusesFund, refusesMoneyHalt } from "./guards.ts";
import { useNonce } from "./nonces.ts";

export function requestWithdrawal(state: State, command: RequestWithdrawal, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  answer.rejection = checkRequest(state, command);
  if (answer.rejection !== null) return;

  const { account, amount, fee, nonce, chainId, receiver } = command;
  const withdrawalId = ++state.funds.lastWithdrawalId;
  const createdAt = state.now;
  const accepted = { withdrawalId, account, amount, fee, nonce, chainId, receiver, createdAt, transaction: "" };
  const withdrawal: Withdrawal = { ...accepted, state: "PENDING" };
  state.funds.withdrawals.set(withdrawalId, withdrawal);
  state.accounts.setOpenWithdrawals(account, state.accounts.openWithdrawals(account) + 1);
  state.accounts.setFrozen(account, state.accounts.frozen(account) + amount);
  const reference = referenceOf(withdrawal);
  moveHolding(state, { account, amount: -amount, kind: "withdrawal", reference, market: -1 }, out);
  report(state, withdrawal, out);
  answer.created = withdrawalId;
}

/** In the order of rules 9.3; the nonce is used up by whatever is refused after it. */
function checkRequest(state: State, c: RequestWithdrawal): Rejection | null {
  const { account, receiver, nonce } = c;
  if (state.accounts.isSubAccount(account)) {
    return rejection("refused", {}, "a sub-account has no withdrawals: transfer to its main account first");
  }
  if (receiver !== state.accounts.wallet(account)) return rejection("invalid_receiver");
  return (
    useNonce(state, account, "withdraw", nonce) ??
    checkAmount(state, c) ??
    refusesFrozen(state, account) ??
    refuseInDoubt(state, account) ??
    refusesFund(state, account, []) ??
    refusesMoneyHalt(state)
  );
}

function checkAmount(state: State, { account, amount, fee }: RequestWithdrawal): Rejection | null {
  const most = withdrawable(state, account);
  if (amount > fee && amount <= most) return null;
  return rejection("amount_error", {
    amount: decimalText(amount, 6),
    withdraw_fee: decimalText(fee, 6),
    withdrawable: decimalText(most, 6),
  });
}

const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  PENDING: ["PENDING_REBALANCE", "PROCESSING", "FAILED"],
  PENDING_REBALANCE: ["PENDING"],
  PROCESSING: ["COMPLETED", "FAILED"],
  COMPLETED: [],
  FAILED: [],
};

export function advanceWithdrawal(state: State, command: AdvanceWithdrawal, answer: Answer, out: Listener): void {
  const { withdrawalId, to, transaction } = command;
  const withdrawal = state.funds.withdrawals.get(withdrawalId);
  if (withdrawal === undefined) {
    const known = withdrawalId >= 1 && withdrawalId <= state.funds.lastWithdrawalId;
    answer.rejection = known
      ? rejection("refused", { withdraw_id: withdrawalId }, "the withdrawal is final")
      : rejection("not_found", { withdraw_id: withdrawalId }, "withdrawal does not exist");
    return;
  }
  if (!NEXT[withdrawal.state].includes(to)) {
    const path = { withdraw_id: withdrawalId, from: withdrawal.state, to };
    answer.rejection = rejection("refused", path, `a withdrawal does not go from ${withdrawal.state} to ${to}`);
    return;
  }
  withdrawal.state = to;
  if (transaction !== "") withdrawal.transaction = transaction;
  if (to === "COMPLETED") complete(state, withdrawal, out);
  if (to === "FAILED") giveBack(state, withdrawal, out);
  report(state, withdrawal, out);
}

function complete(state: State, withdrawal: Withdrawal, out: Listener): void {
  const { amount, fee } = withdrawal;
  close(state, withdrawal);
  state.custody -= amount - fee;
  const reference = referenceOf(withdrawal);
  moveHolding(state, { account: FEE_WITHDRAW, amount: fee, kind: "withdrawal_fee", reference, market: -1 }, out);
}

function giveBack(state: State, withdrawal: Withdrawal, out: Listener): void {
  const { account, amount } = withdrawal;
  close(state, withdrawal);
  const reference = referenceOf(withdrawal);
  moveHolding(state, { account, amount, kind: "withdrawal_failed", reference, market: -1 }, out);
}

function close(state: State, { withdrawalId, account, amount }: Withdrawal): void {
  state.funds.withdrawals.delete(withdrawalId);
  state.accounts.setOpenWithdrawals(account, state.accounts.openWithdrawals(account) - 1);
  state.accounts.setFrozen(account, state.accounts.frozen(account) - amount);
}

function referenceOf({ withdrawalId }: Withdrawal): string {
  return `withdrawal:${withdrawalId}`;
}

function report(state: State, withdrawal: Withdrawal, out: Listener): void {
  const { nonce, ...told } = withdrawal;
  out.funds({ type: "withdrawal", ...told, at: state.now });
}
