// What can be read of withdrawals. Rules 9.3.

import type { Micros, Millis } from "../units.ts";
import type { WithdrawalState } from "../vocabulary.ts";

export interface WithdrawalView {
  readonly withdrawalId: number;
  readonly account: number;
  readonly amount: Micros;
  readonly fee: Micros;
  /** Of the wallet's message. */
  readonly nonce: number;
  readonly chainId: number;
  readonly receiver: string;
  readonly state: WithdrawalState;
  readonly transaction: string;
  readonly createdAt: Millis;
}

export interface FundsReader {
  /** Not yet COMPLETED or FAILED, by ascending id. */
  openWithdrawals(): WithdrawalView[];
  withdrawal(withdrawalId: number): WithdrawalView | undefined;
  /** Deposits that wait for the operator. */
  parkedDeposits(): {
    readonly reference: string;
    readonly accountId: string;
    readonly amount: Micros;
    readonly reason: string;
  }[];
}
