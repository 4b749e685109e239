// What can be read of withdrawals. Rules 9.3.

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
  /** What the vault asks for; null where it was requested without a chain. */
  readonly proof: WithdrawalProof | null;
  /** All that could pay it, in the order in which they were noted: the bytes to send again are here. */
  readonly transactions: readonly ChainTransaction[];
  /** How often it came back from PROCESSING. */
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
  /** Seen on a chain and not final, by key. */
  pendingDeposits(): PendingDepositView[];
  pendingDeposit(key: string): PendingDepositView | undefined;
  isCredited(reference: string): boolean;
  /** The last number given to a transaction of this sender, -1 before the first. */
  lastChainNonce(sender: string): number;
  /** What the vault must hold by the journal: what was credited through it less what it paid. Negative where other money was paid out. */
  readonly chainCustody: Micros;
  readonly withdrawalsPaused: boolean;
  /** Whether an account is there because of a deposit alone: no client has opened it himself. */
  isOpenedByDeposit(account: AccountNumber): boolean;
  /** Deposits that wait for the operator. */
  parkedDeposits(): ParkedDeposit[];
  /** The nonce that would be handed out next. Rules 9.4. */
  nextNonce(account: AccountNumber, kind: IssueNonce["kind"]): number;
}
