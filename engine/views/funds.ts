// What can be read of withdrawals. Rules 9.3.

import type { IssueNonce, ParkedDeposit, WithdrawalTerms } from "../commands/funds.ts";
import type { Millis } from "../units.ts";
import type { WithdrawalState } from "../vocabulary.ts";

export interface WithdrawalView extends WithdrawalTerms {
  readonly withdrawalId: number;
  readonly state: WithdrawalState;
  readonly transaction: string;
  readonly createdAt: Millis;
}

export interface FundsReader {
  /** Not yet COMPLETED or FAILED, by ascending id. */
  openWithdrawals(): WithdrawalView[];
  withdrawal(withdrawalId: number): WithdrawalView | undefined;
  /** Deposits that wait for the operator. */
  parkedDeposits(): ParkedDeposit[];
  /** The nonce that would be handed out next. Rules 9.4. */
  nextNonce(account: number, kind: IssueNonce["kind"]): number;
}
