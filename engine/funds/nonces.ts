// Nonces of wallet-signed messages: counters per account and kind, handed out one by one. A message is accepted if its
// nonce was handed out and is above the last one used; it is used up even if the ledger then refuses. Rules 9.4.

import { refusesAccount } from "../account/registration.ts";
import type { IssueNonce } from "../commands.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

type NonceKind = IssueNonce["kind"];

export function issueNonce(state: State, command: IssueNonce, answer: Answer): void {
  const { account, kind } = command;
  if (refusesAccount(state, account, answer)) return;
  answer.created = ++counters(state, kind).issued[account]!;
}

/** Uses a nonce up. @returns why it is not accepted, or null */
export function useNonce(state: State, account: number, kind: NonceKind, nonce: number): Rejection | null {
  const { issued, used } = counters(state, kind);
  if (!Number.isInteger(nonce) || nonce <= used[account]! || nonce > issued[account]!) {
    return rejection("invalid_nonce", { nonce, last_used: used[account]! });
  }
  used[account] = nonce;
  return null;
}

interface Counters {
  readonly issued: Float64Array;
  readonly used: Float64Array;
}

function counters(state: State, kind: NonceKind): Counters {
  const { columns } = state.accounts;
  if (kind === "withdraw") return { issued: columns.withdrawNonce, used: columns.withdrawNonceUsed };
  if (kind === "settle") return { issued: columns.settleNonce, used: columns.settleNonceUsed };
  return { issued: columns.transferNonce, used: columns.transferNonceUsed };
}
