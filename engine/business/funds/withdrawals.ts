// Withdrawals: once accepted, they freeze their amount; reports from the chain advance them. Rules 9.3, C.5. A frozen
// amount is not collateral and out of reach of losses, so an accepted withdrawal can always be paid.

import { assert } from "../../base/fault.ts";
import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { WithdrawalId } from "../../base/units.ts";
import type { WithdrawalState } from "../../base/vocabulary.ts";
import type {
  AdvanceWithdrawal,
  PauseWithdrawals,
  RequestWithdrawal,
  SendWithdrawal,
} from "../../language/commands/commands.ts";
import { FUND_COMMANDS } from "../../language/commands/fund-commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { FEE_WITHDRAW } from "../../memory/account/accounts.ts";
import type { Withdrawal } from "../../memory/business/funds-state.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesFrozen, refusesFund, refusesMoneyHalt } from "../../money/balance/guards.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { useNonce } from "../../money/balance/wallet-nonces.ts";
import { withdrawable } from "../../money/margin/withdrawable.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { refuseLeaving } from "../../permissions/leaving.ts";

export const withdrawalHandlers = handlers({
  send_withdrawal: sendWithdrawal,
  pause_withdrawals: pauseWithdrawals,
  advance_withdrawal: advanceWithdrawal,
  request_withdrawal: requestWithdrawal,
});

function requestWithdrawal(state: State, command: RequestWithdrawal, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  answer.rejection = checkRequest(state, command);
  if (answer.rejection !== null) return;

  const { account, amount, fee, nonce, chainId, receiver } = command;
  const withdrawalId = ++state.funds.lastWithdrawalId;
  const createdAt = state.now;
  const terms = { withdrawalId, account, amount, fee, nonce, chainId, receiver, createdAt };
  const unsent = { transaction: "", transactions: [], attempts: 0 };
  const withdrawal: Withdrawal = { ...terms, ...unsent, proof: command.proof ?? null, state: "PENDING" };
  state.funds.withdrawals.set(withdrawalId, withdrawal);
  state.accounts.setOpenWithdrawals(account, state.accounts.openWithdrawals(account) + 1);
  const frozen = state.accounts.frozen(account) + amount;
  assert(Number.isSafeInteger(frozen), "what is frozen can be counted", { withdrawalId, account, frozen });
  state.accounts.setFrozen(account, frozen);
  const reference = referenceOf(withdrawal);
  moveHolding(state, { account, amount: -amount, kind: "withdrawal", reference, market: NONE }, out);
  report(state, withdrawal, "", out);
  answer.created = withdrawalId;
}

/** The checks in the order of rules 9.3; every refusal after the nonce check uses the nonce up. */
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
    refuseLeaving(state, account) ??
    refusesFund(state, account, []) ??
    refusesMoneyHalt(state)
  );
}

function checkAmount(state: State, { account, amount, fee }: RequestWithdrawal): Rejection | null {
  const most = withdrawable(state, account);
  if (amount > fee && amount <= most) return null;
  return rejection("amount_error", {
    amount: microsText(amount),
    withdraw_fee: microsText(fee),
    withdrawable: microsText(most),
  });
}

const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  PENDING: ["PENDING_REBALANCE", "PROCESSING", "FAILED"],
  PENDING_REBALANCE: ["PENDING"],
  PROCESSING: ["COMPLETED", "FAILED"],
  COMPLETED: [],
  FAILED: [],
};

/** From this behaviour on a withdrawal that provably paid nothing may be retried. */
const AGAIN_SINCE = 2;

function advanceWithdrawal(state: State, command: AdvanceWithdrawal, answer: Answer, out: Listener): void {
  const { withdrawalId, to, transaction } = command;
  const withdrawal = findOpen(state, withdrawalId, answer);
  if (withdrawal === undefined) return;
  const isAgain = withdrawal.state === "PROCESSING" && to === "PENDING" && state.behaviour >= AGAIN_SINCE;
  if (!isAgain && !NEXT[withdrawal.state].includes(to)) {
    const path = { withdraw_id: withdrawalId, from: withdrawal.state, to };
    answer.rejection = rejection("refused", path, `a withdrawal does not go from ${withdrawal.state} to ${to}`);
    return;
  }
  withdrawal.state = to;
  if (isAgain) {
    withdrawal.attempts++;
    // The former transaction paid nothing, and nothing waits for it any more.
    withdrawal.transaction = "";
  }
  if (transaction !== "") withdrawal.transaction = transaction;
  if (to === "COMPLETED") complete(state, withdrawal, out);
  if (to === "FAILED") giveBack(state, withdrawal, out);
  report(state, withdrawal, command.reason ?? "", out);
}

function findOpen(state: State, withdrawalId: WithdrawalId, answer: Answer): Withdrawal | undefined {
  const withdrawal = state.funds.withdrawals.get(withdrawalId);
  if (withdrawal !== undefined) return withdrawal;
  const known = withdrawalId >= 1 && withdrawalId <= state.funds.lastWithdrawalId;
  answer.rejection = known
    ? rejection("refused", { withdraw_id: withdrawalId }, "the withdrawal is final")
    : rejection("not_found", { withdraw_id: withdrawalId }, "withdrawal does not exist");
  return undefined;
}

function sendWithdrawal(state: State, command: SendWithdrawal, answer: Answer, out: Listener): void {
  const { withdrawalId, transaction, raw, sender, chainNonce } = command;
  const withdrawal = findOpen(state, withdrawalId, answer);
  if (withdrawal === undefined) return;
  answer.rejection = checkTransaction(state, withdrawal, command);
  if (answer.rejection !== null) return;

  withdrawal.transactions.push({ transaction, raw, sender, chainNonce });
  withdrawal.transaction = transaction;
  const isReplacement = withdrawal.state === "PROCESSING";
  withdrawal.state = "PROCESSING";
  if (isReplacement) return;
  state.funds.chainNonces.set(sender, chainNonce);
  report(state, withdrawal, "", out);
}

/** Per withdrawal. Sixty replacements at an eighth more each raise the price more than a thousandfold. */
const TRANSACTIONS_MAX = 64;
/** In characters: far more than a call of the vault needs. */
const { most: RAW_MAX } = boundsOf(FUND_COMMANDS.send_withdrawal.fields.raw);

/**
 * At any time at most one of a withdrawal's transactions can be mined, and none in the place of another withdrawal's:
 * all transactions of one attempt share sender and nonce, and a nonce is given out once.
 */
function checkTransaction(state: State, withdrawal: Withdrawal, command: SendWithdrawal): Rejection | null {
  const { withdrawalId, transaction, sender, chainNonce } = command;
  const path = { withdraw_id: withdrawalId, from: withdrawal.state, chain_nonce: chainNonce };
  if (withdrawal.transactions.length >= TRANSACTIONS_MAX || command.raw.length > RAW_MAX) {
    return rejection("refused", path, "a withdrawal has no more, and no longer, transactions");
  }
  if (withdrawal.transactions.some((known) => known.transaction === transaction)) {
    return rejection("duplicate", { transaction }, "the transaction is noted already");
  }
  if (withdrawal.state === "PROCESSING") {
    const last = withdrawal.transactions.at(-1);
    if (last?.sender === sender && last.chainNonce === chainNonce) return null;
    return rejection("refused", path, "a withdrawal that is being sent is replaced under its own number only");
  }
  if (withdrawal.state !== "PENDING") {
    return rejection("refused", path, `a withdrawal is not sent from ${withdrawal.state}`);
  }
  if (state.funds.withdrawalsPaused) return rejection("refused", path, "withdrawals are paused");
  if (Number.isSafeInteger(chainNonce) && chainNonce > (state.funds.chainNonces.get(sender) ?? -1)) return null;
  return rejection("refused", path, "the number is given to another transaction");
}

function pauseWithdrawals(state: State, { paused }: PauseWithdrawals): void {
  state.funds.withdrawalsPaused = paused;
}

function complete(state: State, withdrawal: Withdrawal, out: Listener): void {
  const { withdrawalId, amount, fee } = withdrawal;
  assert(fee >= 0 && amount > fee, "a withdrawal pays something out", { withdrawalId, amount, fee });
  close(state, withdrawal);
  state.custody -= amount - fee;
  assert(state.custody >= 0, "nothing goes out that had not come in", { withdrawalId, amount, custody: state.custody });
  // A withdrawal without a proof was not paid from a vault.
  if (withdrawal.proof !== null) state.funds.chainCustody -= amount - fee;
  const reference = referenceOf(withdrawal);
  moveHolding(state, { account: FEE_WITHDRAW, amount: fee, kind: "withdrawal_fee", reference, market: NONE }, out);
}

function giveBack(state: State, withdrawal: Withdrawal, out: Listener): void {
  const { account, amount } = withdrawal;
  close(state, withdrawal);
  const reference = referenceOf(withdrawal);
  moveHolding(state, { account, amount, kind: "withdrawal_failed", reference, market: NONE }, out);
}

function close(state: State, { withdrawalId, account, amount }: Withdrawal): void {
  const wasOpen = state.funds.withdrawals.delete(withdrawalId);
  const open = state.accounts.openWithdrawals(account) - 1;
  const frozen = state.accounts.frozen(account) - amount;
  assert(wasOpen && open >= 0, "a withdrawal ends once", { withdrawalId, account, open });
  assert(open === 0 ? frozen === 0 : frozen > 0, "what is frozen is on its way out", { withdrawalId, open, frozen });
  state.accounts.setOpenWithdrawals(account, open);
  state.accounts.setFrozen(account, frozen);
}

function referenceOf({ withdrawalId }: Withdrawal): string {
  return `withdrawal:${withdrawalId}`;
}

function report(state: State, withdrawal: Withdrawal, reason: string, out: Listener): void {
  const { withdrawalId, account, amount, fee, chainId, receiver, createdAt, transaction } = withdrawal;
  const reported = { withdrawalId, account, amount, fee, chainId, receiver, createdAt, transaction, reason };
  out.funds({ type: "withdrawal", ...reported, state: withdrawal.state, at: state.now });
}
