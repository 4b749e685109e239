// Reading withdrawals and parked deposits.

import type { IssueNonce, ParkedDeposit } from "../commands.ts";
import type { State } from "../state.ts";
import type { Micros } from "../units.ts";
import type { FundsReader, PendingDepositView, WithdrawalView } from "../views.ts";
import type { Withdrawal } from "./funds-state.ts";
import { nextNonce } from "./nonces.ts";

export class StateFundsReader implements FundsReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  openWithdrawals(): WithdrawalView[] {
    return this.#state.funds.openWithdrawals().map(copyOf);
  }

  withdrawal(withdrawalId: number): WithdrawalView | undefined {
    const found = this.#state.funds.withdrawals.get(withdrawalId);
    return found === undefined ? undefined : copyOf(found);
  }

  pendingDeposits(): PendingDepositView[] {
    return this.#state.funds.pendingDeposits();
  }

  pendingDeposit(key: string): PendingDepositView | undefined {
    return this.#state.funds.pending.get(key);
  }

  isCredited(reference: string): boolean {
    return this.#state.depositReferences.has(reference);
  }

  lastChainNonce(sender: string): number {
    return this.#state.funds.chainNonces.get(sender) ?? -1;
  }

  get chainCustody(): Micros {
    return this.#state.funds.chainCustody as Micros;
  }

  get withdrawalsPaused(): boolean {
    return this.#state.funds.withdrawalsPaused;
  }

  isOpenedByDeposit(account: number): boolean {
    return this.#state.funds.openedByDeposit.has(account);
  }

  parkedDeposits(): ParkedDeposit[] {
    return this.#state.funds.parkedDeposits();
  }

  nextNonce(account: number, kind: IssueNonce["kind"]): number {
    return nextNonce(this.#state, account, kind);
  }
}

/** Of what changes: its transactions are added to. */
function copyOf(withdrawal: Withdrawal): WithdrawalView {
  return { ...withdrawal, transactions: [...withdrawal.transactions] };
}
