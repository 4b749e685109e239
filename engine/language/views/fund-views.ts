// The read-only view of withdrawals and deposits. Rules 9.2 to 9.4.

import type { AccountNumber, Micros, Millis, WithdrawalId } from "../../base/units.ts";
import type { WithdrawalState } from "../../base/vocabulary.ts";
import type {
  ChainTransaction,
  IssueNonce,
  ObserveDeposit,
  ParkedDeposit,
  WithdrawalProof,
  WithdrawalTerms,
} from "../commands/fund-commands.ts";

export interface WithdrawalView extends WithdrawalTerms {
  readonly withdrawalId: WithdrawalId;
  readonly state: WithdrawalState;
  readonly transaction: string;
  /** The proof that the vault requires; null where the withdrawal was requested without a chain. */
  readonly proof: WithdrawalProof | null;
  /** All transactions that could pay it, in the order in which they were noted, with the bytes to send again. */
  readonly transactions: readonly ChainTransaction[];
  /** How often it went back from PROCESSING. */
  readonly attempts: number;
  readonly createdAt: Millis;
}

export interface PendingDepositView extends Omit<ObserveDeposit, "type" | "at"> {
  readonly createdAt: Millis;
}

export interface FundsReader {
  /** Not yet COMPLETED or FAILED, by ascending id. */
  openWithdrawals(): WithdrawalView[];
  withdrawal(withdrawalId: WithdrawalId): WithdrawalView | undefined;
  /** Deposits seen on a chain and not final yet, by key. */
  pendingDeposits(): PendingDepositView[];
  pendingDeposit(key: string): PendingDepositView | undefined;
  isCredited(reference: string): boolean;
  /** The last nonce given to a transaction of this sender, -1 before the first. */
  lastChainNonce(sender: string): number;
  /** What the vault must hold by the journal: deposits through it less payments. Negative where other money was paid out. */
  readonly chainCustody: Micros;
  readonly withdrawalsPaused: boolean;
  /** Whether an account exists only because of a deposit: no client has opened it. */
  isOpenedByDeposit(account: AccountNumber): boolean;
  /** Deposits that wait for the operator. */
  parkedDeposits(): ParkedDeposit[];
  /** The nonce that would be handed out next. Rules 9.4. */
  nextNonce(account: AccountNumber, kind: IssueNonce["kind"]): number;
}
