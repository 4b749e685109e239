// Read access to withdrawals and deposits.

import type { AccountNumber, Micros, WithdrawalId } from "../../base/units.ts";
import type { IssueNonce, ParkedDeposit } from "../../language/commands/commands.ts";
import type { FundsReader, PendingDepositView, WithdrawalView } from "../../language/views/views.ts";
import type { Withdrawal } from "../../memory/business/funds-state.ts";
import type { State } from "../../memory/state.ts";
import { nextNonce } from "../../money/balance/wallet-nonces.ts";

export class StateFundsReader implements FundsReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  openWithdrawals(): WithdrawalView[] {
    return this.#state.funds.openWithdrawals().map(copyOf);
  }

  withdrawal(withdrawalId: WithdrawalId): WithdrawalView | undefined {
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
    return this.#state.funds.chainCustody;
  }

  get withdrawalsPaused(): boolean {
    return this.#state.funds.withdrawalsPaused;
  }

  isOpenedByDeposit(account: AccountNumber): boolean {
    return this.#state.funds.openedByDeposit.has(account);
  }

  parkedDeposits(): ParkedDeposit[] {
    return this.#state.funds.parkedDeposits();
  }

  nextNonce(account: AccountNumber, kind: IssueNonce["kind"]): number {
    return nextNonce(this.#state, account, kind);
  }
}

/** A copy, because transactions are appended to the original. */
function copyOf(withdrawal: Withdrawal): WithdrawalView {
  return { ...withdrawal, transactions: [...withdrawal.transactions] };
}
