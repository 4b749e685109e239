// Nonces of wallet-signed messages: counters per account and kind, handed out one by one. A message is accepted if its nonce
// was handed out and is above the last one used; the nonce is used up even if the ledger then refuses the message. Rules 9.4.

import type { AccountNumber, Nonce } from "../../base/units.ts";
import type { IssueNonce } from "../../language/commands/commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../../permissions/known-account.ts";

type NonceKind = IssueNonce["kind"];

export const nonceHandlers = handlers({
  issue_nonce: issueNonce,
});

function issueNonce(state: State, command: IssueNonce, answer: Answer): void {
  const { account, kind } = command;
  if (refusesAccount(state, account, answer)) return;
  const nonce = nextNonce(state, account, kind);
  const { accounts } = state;
  if (kind === "withdraw") accounts.setWithdrawNonce(account, nonce);
  else if (kind === "settle") accounts.setSettleNonce(account, nonce);
  else accounts.setTransferNonce(account, nonce);
  answer.created = nonce;
}

export function nextNonce(state: State, account: AccountNumber, kind: NonceKind): number {
  return lastIssued(state, account, kind) + 1;
}

/**
 * Uses a nonce up.
 * @returns why it is refused, or null
 */
export function useNonce(state: State, account: AccountNumber, kind: NonceKind, nonce: number): Rejection | null {
  const last = lastUsed(state, account, kind);
  if (!Number.isInteger(nonce) || nonce <= last || nonce > lastIssued(state, account, kind)) {
    return rejection("invalid_nonce", { nonce, last_used: last });
  }
  const { accounts } = state;
  if (kind === "withdraw") accounts.setWithdrawNonceUsed(account, nonce);
  else if (kind === "settle") accounts.setSettleNonceUsed(account, nonce);
  else accounts.setTransferNonceUsed(account, nonce);
  return null;
}

function lastIssued({ accounts }: State, account: AccountNumber, kind: NonceKind): Nonce {
  if (kind === "withdraw") return accounts.withdrawNonce(account);
  return kind === "settle" ? accounts.settleNonce(account) : accounts.transferNonce(account);
}

function lastUsed({ accounts }: State, account: AccountNumber, kind: NonceKind): Nonce {
  if (kind === "withdraw") return accounts.withdrawNonceUsed(account);
  return kind === "settle" ? accounts.settleNonceUsed(account) : accounts.transferNonceUsed(account);
}
