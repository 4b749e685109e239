// Invariants I1 to I8 of rules 1.5, over every account.

import { crossPositions, estateOf, isWaiting } from "../money/cover/estates.ts";
import { totalCollateral } from "../money/margin/naive-margin.ts";
import { unsettled } from "../money/rows/row-fills.ts";
import { sum } from "../numbers/exact-numbers.ts";
import { isFrozen } from "../permissions/freezes.ts";
import { everyAccount, type NaiveState } from "../state/naive-state.ts";
import type { NaiveAccount } from "../state/records/naive-account.ts";

/** `null` when all hold. */
export function brokenInvariant(state: NaiveState): string | null {
  const all = everyAccount(state);
  for (const { number, symbol, mark } of state.markets) {
    const rows = all.flatMap((account) => [account.rows[number]!, account.isolated[number]!]);
    const net = sum(rows.map((row) => row.quantity));
    if (net !== 0n) return `positions of ${symbol} sum to ${net}`;
    const costs = sum(rows.map((row) => row.cost));
    if (costs !== 0n) return `costs of ${symbol} sum to ${costs}`;
    const unsettledOf = (account: NaiveAccount) => unsettled(account.rows[number]!, mark);
    if (sum(all.map(unsettledOf)) + sum(all.map((each) => unsettled(each.isolated[number]!, mark))) !== 0n) {
      return `unsettled profits of ${symbol} do not cancel out`;
    }
  }
  const held = sum(all.map((account) => account.holding + account.frozen));
  const margin = sum(all.flatMap((account) => account.isolated.map((row) => row.margin)));
  if (held + margin !== state.credited) return `holdings sum to ${held + margin}, custody is ${state.credited}`;
  if (totalCollateral(state, state.clearing) !== 0n) return "the clearing account has equity";
  const poor = state.accounts.find((account) => account.holding < 0n && !isWaitingInDebt(state, account));
  if (poor !== undefined) return `account ${poor.number} holds ${poor.holding}`;
  if (state.credited < 0n) return `custody is ${state.credited}`;
  const worth = (account: NaiveAccount) => totalCollateral(state, account);
  const debtor = state.accounts.find((each) => crossPositions(state, each).length === 0 && worth(each) < 0n);
  if (debtor !== undefined) return `account ${debtor.number} holds nothing and is worth ${worth(debtor)}`;
  if (state.lostToExecutions !== 0n) return `executions cost the insurance fund ${state.lostToExecutions}`;
  return null;
}

/** Rules 7.7: its positions in live markets have been taken over, and those in paused ones cannot be yet. */
function isWaitingInDebt(state: NaiveState, account: NaiveAccount): boolean {
  return isFrozen(state, account.number, -1) && isWaiting(state, estateOf(state, { account, market: null }));
}
