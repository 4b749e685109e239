// Reading withdrawals and parked deposits.

import type { State } from "../state.ts";
import type { FundsReader, WithdrawalView } from "../views.ts";

export class StateFundsReader implements FundsReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  openWithdrawals(): WithdrawalView[] {
    return [];
  }

  withdrawal(_withdrawalId: number): WithdrawalView | undefined {
    return undefined;
  }

  parkedDeposits(): [] {
    return [];
  }
}
