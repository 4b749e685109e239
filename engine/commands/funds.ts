// Money that comes, goes, moves between accounts or becomes balance. Rules 4.5, 9.2 to 9.6.

import type { Micros, Millis } from "../units.ts";
import type { CarriesOutRequest } from "./signed-request.ts";

/** Credits money that reached custody, once per `reference`. Rules 9.2. */
export interface CreditDeposit {
  readonly type: "credit_deposit";
  at: Millis;
  readonly account: number;
  readonly amount: Micros;
  readonly source: "faucet" | "chain";
  /**
   * Unique for good, for instance `faucet:<account>:<n>` or `deposit:<chain>:<vault>:<nonce>`, or of one that
   * came by transfer to the account's receiver address `receiver:<chain>:<transaction>:<log>:<token>`.
   */
  readonly reference: string;
}

/** Moves all unsettled PnL of an account into its balance. Rules 4.5. */
export interface SettlePnl {
  readonly type: "settle_pnl";
  at: Millis;
  readonly account: number;
  /** Handed out by `issue_nonce`; 0 for a job of the venue itself. */
  readonly nonce: number;
}

/** A deposit that names no account it could be credited to. */
export interface ParkedDeposit {
  readonly amount: Micros;
  readonly reference: string;
  /** What the chain said: the account id, and why it is not credited. */
  readonly accountId: string;
  readonly reason: string;
}

/** Keeps such a deposit until an operator credits it. Rules 9.2. */
export interface ParkDeposit extends ParkedDeposit {
  readonly type: "park_deposit";
  at: Millis;
}

/** Hands out the next nonce of a kind. Rules 9.4. */
export interface IssueNonce {
  readonly type: "issue_nonce";
  at: Millis;
  readonly account: number;
  readonly kind: "withdraw" | "settle" | "transfer";
}

/** What a wallet asks for. Rules 9.3. */
export interface WithdrawalTerms {
  readonly account: number;
  readonly amount: Micros;
  /** Of the chain, kept out of `amount`. */
  readonly fee: Micros;
  /** Of the wallet's message. */
  readonly nonce: number;
  readonly chainId: number;
  /** `0x` and 40 lower-case hex digits. */
  readonly receiver: string;
}

/** Accepts a withdrawal: its amount is frozen until the chain has it. Rules 9.3. */
export interface RequestWithdrawal extends WithdrawalTerms {
  readonly type: "request_withdrawal";
  at: Millis;
}

/** Takes a withdrawal to its next state. Rules 9.3. */
export interface AdvanceWithdrawal {
  readonly type: "advance_withdrawal";
  at: Millis;
  readonly withdrawalId: number;
  readonly to: "PENDING" | "PENDING_REBALANCE" | "PROCESSING" | "COMPLETED" | "FAILED";
  /** Hash of the chain's transaction, "" while there is none. */
  readonly transaction: string;
}

/** Moves balance to other accounts at once: all receivers or none. Rules 9.5. */
export interface TransferFunds extends CarriesOutRequest {
  readonly type: "transfer_funds";
  at: Millis;
  readonly account: number;
  readonly receivers: readonly { readonly account: number; readonly amount: Micros }[];
  /** Of a wallet-signed transfer, which may go to any account; 0 for one signed by a key. */
  readonly nonce: number;
}

/** Lets key-signed transfers go from an account, or from a builder's accounts, to anyone. Rules 9.5. */
export interface AllowTransfers {
  readonly type: "allow_transfers";
  at: Millis;
  /** -1 when a builder is named. */
  readonly account: number;
  /** -1 when an account is named. */
  readonly broker: number;
  readonly allowed: boolean;
}

/** The operator pays into the insurance fund, once per `reference`. Rules 7.6. */
export interface TopUpInsurance {
  readonly type: "top_up_insurance";
  at: Millis;
  readonly amount: Micros;
  readonly reference: string;
}

export type FundsCommand =
  | CreditDeposit
  | SettlePnl
  | ParkDeposit
  | IssueNonce
  | RequestWithdrawal
  | AdvanceWithdrawal
  | TransferFunds
  | AllowTransfers
  | TopUpInsurance;
