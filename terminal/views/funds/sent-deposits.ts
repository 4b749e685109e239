// Deposits sent from this browser that the venue has not seen yet, stored so that a reloaded page finds them.

import type { TerminalState } from "../../state/terminal-state.ts";

export interface SentDeposit {
  readonly accountId: string;
  /** Hash of the transaction. */
  readonly transaction: string;
  /** The typed amount, in USDC. */
  readonly amount: string;
  /** On this machine's clock. */
  readonly sentAtMs: number;
}

const VIEW = "funds.sent";
const KEPT_MAX = 20;

export function sentDeposits(views: Readonly<Record<string, unknown>>): readonly SentDeposit[] {
  const kept = views[VIEW];
  return Array.isArray(kept) ? kept.filter(isSentDeposit) : [];
}

export function rememberSent(state: TerminalState, sent: SentDeposit): void {
  change(state, (kept) =>
    [...kept.filter(({ transaction }) => transaction !== sent.transaction), sent].slice(-KEPT_MAX),
  );
}

export function forgetSent(state: TerminalState, transactions: readonly string[]): void {
  const isKnown = sentDeposits(state.preferences.get().views).some((sent) => transactions.includes(sent.transaction));
  if (isKnown) change(state, (kept) => kept.filter(({ transaction }) => !transactions.includes(transaction)));
}

function change(state: TerminalState, next: (kept: readonly SentDeposit[]) => readonly SentDeposit[]): void {
  const { views } = state.preferences.get();
  state.preferView(VIEW, next(sentDeposits(views)));
}

function isSentDeposit(value: unknown): value is SentDeposit {
  if (typeof value !== "object" || value === null) return false;
  const { accountId, transaction, amount, sentAtMs } = value as Partial<Record<keyof SentDeposit, unknown>>;
  const areTexts = [accountId, transaction, amount].every((text) => typeof text === "string");
  return areTexts && typeof sentAtMs === "number";
}
