// Explains in plain words why a deposit, withdrawal or faucet claim failed.

import { AnswerLost, ApiError, ChainError, type ChainFailure } from "@evermark/client";
import { wordsForFailure } from "../../identity/failure-words.ts";
import { words } from "../../texts/words.ts";

const { failures, noChain, faucet } = words.funds;

const BY_REASON: Partial<Record<ChainFailure, string>> = {
  no_chain: noChain,
  wrong_account: failures.wrongAccount,
  wrong_vault: failures.wrongVault,
  vault_paused: failures.vaultPaused,
  not_enough_tokens: failures.notEnough,
  not_approved: failures.notApproved,
  reverted: failures.reverted,
  replaced: failures.replaced,
  dropped: failures.dropped,
  refunded: failures.refunded,
};

/** The venue's codes that have a single meaning here. */
const BY_CODE: ReadonlyMap<number | null, string> = new Map([
  [5, failures.amount],
  [17, failures.inProgress],
]);

/** Nodes have no code for missing gas; all of them use one of these phrases. */
const NO_GAS = /insufficient funds|exceeds the balance/i;

export function wordsForFundsFailure(error: unknown): string {
  if (error instanceof ChainError) return BY_REASON[error.reason] ?? wordsForFailure(error);
  // Of the requests made here, only a sandbox's own chain is restricted to some callers.
  if (error instanceof ApiError && error.status === 404) return failures.chainElsewhere;
  if (error instanceof ApiError) return BY_CODE.get(error.code) ?? wordsForFailure(error);
  if (error instanceof AnswerLost && error.path.includes("withdraw")) return failures.lostWithdrawal;
  if (error instanceof Error && NO_GAS.test(error.message)) return failures.noGas;
  return wordsForFailure(error);
}

/** Words for a claim that was refused. */
export function wordsForFaucetFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.code === -1012;
  return isRefused
    ? words.signIn.failures.faucetEmpty
    : error instanceof ApiError && error.status === 404
      ? faucet.none
      : wordsForFailure(error);
}
