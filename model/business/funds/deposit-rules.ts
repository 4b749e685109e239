// Deposits: seen on a chain, credited once, dropped, or parked for the operator. Rules 9.2.

import type { CreditDeposit, DepositState, DropDeposit, ObserveDeposit, ParkDeposit } from "@evermark/engine";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaivePending } from "../../state/records/naive-funds.ts";
import type { NaiveReports } from "../../state/reports.ts";

const NO_CHAIN = { key: "", chainId: 0, transaction: "" };

/** By its reference, or as the same deposit of the same transaction under another reference. */
function isCredited(state: NaiveState, reference: string, key: string): boolean {
  return state.depositReferences.includes(reference) || (key !== "" && state.funds.creditedKeys.includes(key));
}

export const depositRules = naiveRules({
  credit_deposit: (state, command, reports) => creditDeposit(state, reports, command),
  observe_deposit: (state, command, reports) => observeDeposit(state, reports, command),
  drop_deposit: (state, command, reports) => dropDeposit(state, reports, command),
  park_deposit: (state, command, reports) => parkDeposit(state, reports, command),
});

function creditDeposit(state: NaiveState, reports: NaiveReports, command: CreditDeposit): Outcome {
  const account = state.accounts[command.account]!;
  const { source, reference, amount } = command;
  const onChain = command.onChain ?? NO_CHAIN;
  if (isCredited(state, reference, onChain.key)) return { rejection: "duplicate" };
  if (account.main !== account.number) return { rejection: "refused" };
  // The credit must match the pending or parked deposit.
  const shown = state.funds.pending.find((each) => each.key === onChain.key);
  const parked = state.funds.parked.find((each) => each.reference === reference);
  if (shown !== undefined && shown.account !== account.number) return { rejection: "refused" };
  if ([shown, parked].some((known) => known !== undefined && BigInt(known.amount) !== BigInt(amount))) {
    return { rejection: "refused" };
  }
  state.depositReferences.push(reference);
  if (onChain.key !== "") state.funds.creditedKeys.push(onChain.key);
  state.funds.parked = state.funds.parked.filter((each) => each.reference !== reference);
  state.funds.pending = state.funds.pending.filter((each) => each.key !== onChain.key);
  state.funds.depositors.push(account.number);
  account.holding += BigInt(amount);
  state.credited += BigInt(amount);
  const chainSaidSo = onChain.key !== "" || parked !== undefined;
  if (source === "chain" && chainSaidSo) state.funds.throughVault += BigInt(amount);
  const createdAt = shown?.createdAt ?? state.now;
  const reported = { ...onChain, account: account.number, amount, source, reference, createdAt, at: state.now };
  reports.notice({ type: "funds", report: { type: "deposit", ...reported, state: "COMPLETED", reason: "" } });
  return {};
}

function observeDeposit(state: NaiveState, reports: NaiveReports, command: ObserveDeposit): Outcome {
  const { key, reference, amount } = command;
  const account = state.accounts[command.account]!;
  if (key === "" || amount <= 0) return { rejection: "invalid_parameter" };
  if (account.main !== account.number) return { rejection: "refused" };
  if (isCredited(state, reference, key)) return { rejection: "duplicate" };

  const before = state.funds.pending.find((each) => each.key === key);
  const isAnothers = before !== undefined && before.account !== account.number;
  if (isAnothers) emit(state, reports, before, "FAILED", "the chain has given it to another account");
  const createdAt = before === undefined || isAnothers ? state.now : before.createdAt;
  const { type: _type, at: _at, ...seen } = command;
  const pending = { ...seen, account: account.number, createdAt };
  state.funds.pending = [...state.funds.pending.filter((each) => each.key !== key), pending];
  const isNews =
    before === undefined ||
    isAnothers ||
    before.amount !== amount ||
    before.state !== command.state ||
    before.transaction !== command.transaction;
  if (isNews) emit(state, reports, pending, pending.state, "");
  return {};
}

function dropDeposit(state: NaiveState, reports: NaiveReports, { key, reason }: DropDeposit): Outcome {
  const known = state.funds.pending.find((each) => each.key === key);
  if (known === undefined) return { rejection: "not_found" };
  state.funds.pending = state.funds.pending.filter((each) => each.key !== key);
  emit(state, reports, known, "FAILED", reason);
  return {};
}

function emit(state: NaiveState, reports: NaiveReports, of: NaivePending, to: DepositState, reason: string): void {
  reports.notice({ type: "funds", report: { type: "deposit", ...of, state: to, reason, at: state.now } });
}

function parkDeposit(state: NaiveState, reports: NaiveReports, command: ParkDeposit): Outcome {
  const { reference, accountId, reason } = command;
  const isKnown =
    state.depositReferences.includes(reference) || state.funds.parked.some((each) => each.reference === reference);
  if (isKnown) return { rejection: "duplicate" };
  state.funds.parked.push({ reference, accountId, reason, amount: BigInt(command.amount) });
  const { amount } = command;
  reports.notice({
    type: "funds",
    report: { type: "deposit_parked", reference, accountId, amount, reason, at: state.now },
  });
  return {};
}
