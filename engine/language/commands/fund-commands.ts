// Money that comes, goes, moves between accounts or becomes balance. Rules 4.5, 9.2 to 9.6.

import type { Micros, Millis } from "../../base/units.ts";
import type { CarriesOutRequest } from "./signed-request.ts";

/** Where a deposit is on its chain. */
export interface OnChain {
  /**
   * The deposit as its chain has it: `<chain id>:<transaction>:<which of the deposits in it>`. A block that is replaced
   * changes none of them.
   */
  readonly key: string;
  readonly chainId: number;
  /** Hash of the transaction, in lower case. */
  readonly transaction: string;
}

/** By whose account money comes in: given, by the vault, or by transfer to a receiver address. */
export type DepositSource = "faucet" | "chain" | "receiver";

/** Credits money that reached custody, once per `reference`. Rules 9.2. */
export interface CreditDeposit {
  readonly type: "credit_deposit";
  at: Millis;
  readonly account: number;
  readonly amount: Micros;
  readonly source: DepositSource;
  /** Absent where no chain is behind it. */
  readonly onChain?: OnChain | null;
  /**
   * Unique for good, for instance `faucet:<account>:<n>` or `deposit:<chain>:<vault>:<nonce>`, or of one that
   * came by transfer to the account's receiver address `receiver:<chain>:<transaction>:<log>:<token>`.
   */
  readonly reference: string;
}

/**
 * Shows a deposit that its chain has and that is not final yet; shown again with other facts it is the same deposit.
 * Changes no balance. Rules 9.2.
 */
export interface ObserveDeposit extends OnChain {
  readonly type: "observe_deposit";
  at: Millis;
  readonly account: number;
  readonly amount: Micros;
  readonly source: "chain" | "receiver";
  /** Under which it would be credited, as its chain stands now. */
  readonly reference: string;
  /** PROCESSED: on its way from the receiver address into custody. */
  readonly state: "PENDING" | "PROCESSED";
}

/** A deposit that was shown is no longer on its chain, or can't be credited. Rules 9.2. */
export interface DropDeposit {
  readonly type: "drop_deposit";
  at: Millis;
  readonly key: string;
  readonly reason: string;
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
  /** Absent where there is no vault to show it to. */
  readonly proof?: WithdrawalProof | null;
}

/** What the vault asks for before it pays: the message as it was signed, beyond the terms. */
export interface WithdrawalProof {
  /** `0x` and hex digits. */
  readonly signature: string;
  /** The time in the message. */
  readonly signedAt: number;
  /** Who signed in the place of the account's wallet, in lower case; "" for the wallet itself. */
  readonly signer: string;
}

/** A transaction that pays a withdrawal, as it goes to the chain. */
export interface ChainTransaction {
  /** Its hash, in lower case. */
  readonly transaction: string;
  /** Signed, `0x` and hex digits: the same bytes can be sent again. */
  readonly raw: string;
  /** Whose transaction it is, in lower case, and its number there. */
  readonly sender: string;
  readonly chainNonce: number;
}

/**
 * Notes a transaction before it is sent: the first takes a PENDING withdrawal to PROCESSING, later ones of the same sender and
 * number replace it at another price. Rules 9.3.
 */
export interface SendWithdrawal extends ChainTransaction {
  readonly type: "send_withdrawal";
  at: Millis;
  readonly withdrawalId: number;
}

/** Whether accepted withdrawals wait instead of being sent. Rules 9.3. */
export interface PauseWithdrawals {
  readonly type: "pause_withdrawals";
  at: Millis;
  readonly paused: boolean;
}

/**
 * Takes a withdrawal to its next state; from PROCESSING back to PENDING only with proof that nothing was paid. Rules 9.3.
 */
export interface AdvanceWithdrawal {
  readonly type: "advance_withdrawal";
  at: Millis;
  readonly withdrawalId: number;
  readonly to: "PENDING" | "PENDING_REBALANCE" | "PROCESSING" | "COMPLETED" | "FAILED";
  /** Hash of the chain's transaction, "" while there is none. */
  readonly transaction: string;
  /** Why, where the state does not say it. */
  readonly reason?: string | null;
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
  | ObserveDeposit
  | DropDeposit
  | SettlePnl
  | ParkDeposit
  | IssueNonce
  | RequestWithdrawal
  | SendWithdrawal
  | AdvanceWithdrawal
  | PauseWithdrawals
  | TransferFunds
  | AllowTransfers
  | TopUpInsurance;
