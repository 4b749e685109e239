// Reading withdrawals and parked deposits.

import type { IssueNonce, ParkedDeposit } from "../commands.ts";
import type { State } from "../state.ts";
import type { FundsReader, WithdrawalView } from "../views.ts";
import { nextNonce } from "./nonces.ts";

export class StateFundsReader implements FundsReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  openWithdrawals(): WithdrawalView[] {
    return this.#state.funds.openWithdrawals().map((withdrawal) => ({ ...withdrawal }));
  }

  withdrawal(withdrawalId: number): WithdrawalView | undefined {
    const found = this.#state.funds.withdrawals.get(withdrawalId);
    return found === undefined ? undefined : { ...found };
  }

  parkedDeposits(): ParkedDeposit[] {
    return this.#state.funds.parkedDeposits();
  }

  nextNonce(account: number, kind: IssueNonce["kind"]): number {
    return nextNonce(this.#state, account, kind);
  }
}
