// Withdrawals: requested, sent, paid once or returned. Rules 9.3; codes of errors 2.2 and 8.6.

import type { AdvanceWithdrawal, RequestWithdrawal, SendWithdrawal, WithdrawalState } from "@evermark/engine";
import { withdrawableOf } from "../../money/margin/naive-margin.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { isHeldBack } from "../../permissions/naive-standstill.ts";
import { vaultOfFund } from "../../permissions/vault-funds.ts";
import { isMoneyHalted } from "../../risk/fund/naive-fund.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveWithdrawal } from "../../state/records/naive-funds.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { isNonceAccepted } from "./fund-rules.ts";

const TRANSACTIONS_MAX = 64;

export const withdrawalRules = naiveRules({
  pause_withdrawals: (state, { paused }) => {
    state.funds.withdrawalsPaused = paused;
    return {};
  },
  request_withdrawal: (state, command, reports) => requestWithdrawal(state, reports, command),
  send_withdrawal: (state, command, reports) => sendWithdrawal(state, reports, command),
  advance_withdrawal: (state, command, reports) => advanceWithdrawal(state, reports, command),
});

function requestWithdrawal(state: NaiveState, reports: NaiveReports, command: RequestWithdrawal): Outcome {
  const account = state.accounts[command.account]!;
  const [amount, fee] = [BigInt(command.amount), BigInt(command.fee)];
  if (account.main !== account.number) return { rejection: "refused" };
  if (command.receiver !== account.wallet) return { rejection: "refused", rejectionCode: 30 };
  if (!isNonceAccepted(state, account.number, "withdraw", command.nonce)) {
    return { rejection: "refused", rejectionCode: 10 };
  }
  if (amount <= fee || amount > withdrawableOf(state, account)) return { rejection: "refused", rejectionCode: 5 };
  const isFund = vaultOfFund(state, account.number) !== undefined;
  if (isFund || isFrozen(state, account.number, -1)) return { rejection: "refused" };
  if (isHeldBack(state, account.number) || isMoneyHalted(state)) return { rejection: "refused" };
  account.holding -= amount;
  account.frozen += amount;
  const withdrawal: NaiveWithdrawal = {
    id: state.funds.withdrawals.length + 1,
    account: account.number,
    amount,
    fee,
    chainId: command.chainId,
    receiver: command.receiver,
    nonce: command.nonce,
    createdAt: state.now,
    proof: command.proof ?? null,
    transactions: [],
    attempts: 0,
    state: "PENDING",
    transaction: "",
  };
  state.funds.withdrawals.push(withdrawal);
  emit(state, reports, withdrawal, "");
  return { created: withdrawal.id };
}

const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  PENDING: ["PENDING_REBALANCE", "PROCESSING", "FAILED"],
  PENDING_REBALANCE: ["PENDING"],
  PROCESSING: ["PENDING", "COMPLETED", "FAILED"],
  COMPLETED: [],
  FAILED: [],
};

function advanceWithdrawal(state: NaiveState, reports: NaiveReports, command: AdvanceWithdrawal): Outcome {
  const withdrawal = state.funds.withdrawals.find((each) => each.id === command.withdrawalId);
  if (withdrawal === undefined) return { rejection: "not_found" };
  if (!NEXT[withdrawal.state].includes(command.to)) return { rejection: "refused" };
  if (withdrawal.state === "PROCESSING" && command.to === "PENDING") {
    withdrawal.attempts += 1;
    withdrawal.transaction = "";
  }
  const { amount, fee } = withdrawal;
  const account = state.accounts[withdrawal.account]!;
  withdrawal.state = command.to;
  if (command.transaction !== "") withdrawal.transaction = command.transaction;
  if (command.to === "COMPLETED") {
    account.frozen -= amount;
    state.feeWithdraw.holding += fee;
    state.credited -= amount - fee;
    if (withdrawal.proof !== null) state.funds.throughVault -= amount - fee;
  }
  if (command.to === "FAILED") {
    account.frozen -= amount;
    account.holding += amount;
  }
  emit(state, reports, withdrawal, command.reason ?? "");
  return {};
}

/** At any time only one of a withdrawal's transactions can be mined, and none in the place of another withdrawal's. */
function sendWithdrawal(state: NaiveState, reports: NaiveReports, command: SendWithdrawal): Outcome {
  const { withdrawalId, transaction, raw, sender, chainNonce } = command;
  const withdrawal = state.funds.withdrawals.find((each) => each.id === withdrawalId);
  if (withdrawal === undefined) return { rejection: "not_found" };
  if (withdrawal.state !== "PENDING" && withdrawal.state !== "PROCESSING") return { rejection: "refused" };
  if (withdrawal.transactions.length >= TRANSACTIONS_MAX) return { rejection: "refused" };
  if (withdrawal.transactions.some((each) => each.transaction === transaction)) return { rejection: "duplicate" };
  const isReplacement = withdrawal.state === "PROCESSING";
  if (isReplacement) {
    const last = withdrawal.transactions.at(-1);
    if (last?.sender !== sender || last.chainNonce !== chainNonce) return { rejection: "refused" };
  } else {
    const given = state.funds.withdrawals.flatMap((each) => each.transactions.filter((one) => one.sender === sender));
    if (state.funds.withdrawalsPaused || chainNonce < 0) return { rejection: "refused" };
    if (given.some((each) => each.chainNonce >= chainNonce)) return { rejection: "refused" };
  }
  withdrawal.transactions.push({ transaction, raw, sender, chainNonce });
  withdrawal.transaction = transaction;
  withdrawal.state = "PROCESSING";
  if (!isReplacement) emit(state, reports, withdrawal, "");
  return {};
}

function emit(state: NaiveState, reports: NaiveReports, withdrawal: NaiveWithdrawal, reason: string): void {
  const { id, account, amount, fee, chainId, receiver, createdAt, transaction } = withdrawal;
  const reported = { account, amount: Number(amount), fee: Number(fee), chainId, receiver, createdAt, transaction };
  const report = { type: "withdrawal", withdrawalId: id, ...reported, state: withdrawal.state, reason, at: state.now };
  reports.notice({ type: "funds", report: report as never });
}
