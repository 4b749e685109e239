// Why money did not move, in plain words.

import { AnswerLost, ApiError, ChainError, type ChainFailure } from "@evermark/client";
import { wordsForFailure } from "../../identity/failure.ts";
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

/** Of the venue, where one code means one thing here. */
const BY_CODE: ReadonlyMap<number | null, string> = new Map([
  [5, failures.amount],
  [17, failures.inProgress],
]);

/** Nodes have no code for it; all of them say it in these words. */
const NO_GAS = /insufficient funds|exceeds the balance/i;

export function wordsForFundsFailure(error: unknown): string {
  if (error instanceof ChainError) return BY_REASON[error.reason] ?? wordsForFailure(error);
  // Of what is asked here, only a sandbox's own chain is there for some and not for others.
  if (error instanceof ApiError && error.status === 404) return failures.chainElsewhere;
  if (error instanceof ApiError) return BY_CODE.get(error.code) ?? wordsForFailure(error);
  if (error instanceof AnswerLost && error.path.includes("withdraw")) return failures.lostWithdrawal;
  if (error instanceof Error && NO_GAS.test(error.message)) return failures.noGas;
  return wordsForFailure(error);
}

/** Of a claim that was refused. */
export function wordsForFaucetFailure(error: unknown): string {
  const isRefused = error instanceof ApiError && error.code === -1012;
  return isRefused
    ? words.signIn.failures.faucetEmpty
    : error instanceof ApiError && error.status === 404
      ? faucet.none
      : wordsForFailure(error);
}
