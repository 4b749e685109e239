// Transfers and settlement, and the nonces of wallet messages. Rules 4.5, 9.4 to 9.6; codes of errors 2.2 and 8.6.

import type { AllowTransfers, SettlePnl, TransferFunds } from "@evermark/engine";
import { totalCollateral, withdrawableOf } from "../../money/margin/naive-margin.ts";
import { settleEverything } from "../../money/rows/settling.ts";
import { sum } from "../../numbers/exact-numbers.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { isHeldBack } from "../../permissions/naive-standstill.ts";
import { fundAccounts, vaultOfFund } from "../../permissions/vault-funds.ts";
import { isMoneyHalted } from "../../risk/fund/naive-fund.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NonceKind } from "../../state/records/naive-funds.ts";
import type { NaiveReports } from "../../state/reports.ts";

const RECEIVERS_MAX = 50;

export const fundRules = naiveRules({
  issue_nonce: (state, command) => issueNonce(state, command.account, command.kind),
  transfer_funds: (state, command, reports) => transferFunds(state, reports, command),
  allow_transfers: allowTransfers,
  settle_pnl: (state, command, reports) => settlePnl(state, reports, command),
});

function issueNonce(state: NaiveState, account: number, kind: NonceKind): Outcome {
  const nonce = nonceOf(state, account, kind);
  nonce.issued += 1;
  return { created: nonce.issued };
}

function nonceOf(state: NaiveState, account: number, kind: NonceKind) {
  const { nonces } = state.funds;
  const known = nonces.find((each) => each.account === account && each.kind === kind);
  if (known !== undefined) return known;
  const fresh = { account, kind, issued: 0, used: 0 };
  nonces.push(fresh);
  return fresh;
}

/** Consumes a nonce, even if its message is then refused. */
export function isNonceAccepted(state: NaiveState, account: number, kind: NonceKind, value: number): boolean {
  const nonce = nonceOf(state, account, kind);
  if (value > nonce.issued || value <= nonce.used) return false;
  nonce.used = value;
  return true;
}

/** Refusals in the order of errors 8.6. */
function transferFunds(state: NaiveState, reports: NaiveReports, command: TransferFunds): Outcome {
  const sender = state.accounts[command.account]!;
  const { receivers, nonce } = command;
  if (nonce !== 0 && !isNonceAccepted(state, sender.number, "transfer", nonce)) {
    return { rejection: "refused", rejectionCode: 10 };
  }
  const amounts = receivers.map(({ amount }) => BigInt(amount));
  if (amounts.some((amount) => amount <= 0n) || sum(amounts) > withdrawableOf(state, sender)) {
    return { rejection: "refused", rejectionCode: 5 };
  }
  const isWithdrawing = state.funds.withdrawals.some(
    (each) => each.account === sender.number && each.state !== "COMPLETED" && each.state !== "FAILED",
  );
  if (isWithdrawing) return { rejection: "refused", rejectionCode: 17 };
  if (receivers.some(({ account }) => state.accounts[account] === undefined)) {
    return { rejection: "refused", rejectionCode: 35 };
  }
  if (receivers.some(({ account }) => account === sender.number)) return { rejection: "refused", rejectionCode: 37 };
  const stranger = nonce === 0 && receivers.find(({ account }) => !mayReceive(state, sender.number, account));
  if (stranger) {
    const isSub = (number: number) => state.accounts[number]!.main !== number;
    const code = isSub(sender.number) || isSub(stranger.account) ? 46 : -1012;
    return { rejection: "refused", rejectionCode: code };
  }
  if (receivers.length === 0 || receivers.length > RECEIVERS_MAX) return { rejection: "invalid_parameter" };
  // The signer of a contract wallet signs for its sub-accounts, too.
  const isDelegated = state.funds.delegates.some((each) => each.account === sender.main);
  if (isDelegated || isFrozen(state, sender.number, -1)) return { rejection: "refused" };
  if (isHeldBack(state, sender.number) || isMoneyHalted(state)) return { rejection: "refused" };
  if (!receivers.every(({ account }) => staysInFund(state, sender.number, account))) {
    return { rejection: "refused" };
  }
  state.funds.lastTransferRequest += 1;
  for (const [n, { account }] of receivers.entries()) {
    sender.holding -= amounts[n]!;
    state.accounts[account]!.holding += amounts[n]!;
    state.funds.lastTransferId += 1;
    reports.notice({
      type: "funds",
      report: {
        type: "transferred",
        transferId: state.funds.lastTransferId,
        requestId: state.funds.lastTransferRequest,
        from: sender.number,
        to: account,
        amount: Number(amounts[n]!),
        at: state.now,
      },
    });
  }
  return { created: state.funds.lastTransferRequest };
}

/** Whether a transfer leaves no money out of a strategy vault's fund. Rules 10. */
function staysInFund(state: NaiveState, from: number, to: number): boolean {
  const fund = vaultOfFund(state, from) ?? vaultOfFund(state, state.accounts[from]!.main);
  return fund === undefined || fundAccounts(state, fund).includes(to);
}

/**
 * The accounts to which a key signature may send: those of the same owner or wallet, or any if the operator allows it.
 * Rules 9.5.
 */
function mayReceive(state: NaiveState, from: number, to: number): boolean {
  const [sender, receiver] = [state.accounts[from]!, state.accounts[to]!];
  if (sender.main === receiver.main) return true;
  const isMain = (account: { number: number; main: number }) => account.number === account.main;
  if (isMain(sender) && isMain(receiver) && sender.wallet === receiver.wallet) return true;
  return state.funds.freeAccounts.includes(from) || state.funds.freeBrokers.includes(sender.broker);
}

function allowTransfers(state: NaiveState, command: AllowTransfers): Outcome {
  const { account, broker, allowed } = command;
  const names = (account >= 0 ? 1 : 0) + (broker >= 0 ? 1 : 0);
  if (names !== 1) return { rejection: "invalid_parameter" };
  const exists = account >= 0 ? state.accounts[account] !== undefined : state.brokers[broker] !== undefined;
  if (!exists) return { rejection: "not_found" };
  const set = (list: number[], number: number) => [
    ...list.filter((each) => each !== number),
    ...(allowed ? [number] : []),
  ];
  if (account >= 0) state.funds.freeAccounts = set(state.funds.freeAccounts, account);
  else state.funds.freeBrokers = set(state.funds.freeBrokers, broker);
  return {};
}

/** Rules 4.5, 4.6. Nonce 0 is a job of the venue itself. */
function settlePnl(state: NaiveState, reports: NaiveReports, command: SettlePnl): Outcome {
  const account = state.accounts[command.account]!;
  if (command.nonce !== 0 && !isNonceAccepted(state, account.number, "settle", command.nonce)) {
    return { rejection: "refused", rejectionCode: 10 };
  }
  if (isFrozen(state, account.number, -1) || totalCollateral(state, account) < 0n) return { rejection: "refused" };
  const before = account.holding;
  const symbols = settleEverything(state, account);
  state.funds.lastSettlementId += 1;
  reports.notice({
    type: "funds",
    report: {
      type: "settled",
      settlementId: state.funds.lastSettlementId,
      account: account.number,
      holdingBefore: Number(before) as never,
      holdingAfter: Number(account.holding) as never,
      symbols: symbols as never,
      at: state.now,
    },
  });
  return { created: state.funds.lastSettlementId };
}
