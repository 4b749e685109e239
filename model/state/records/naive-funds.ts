// The model's records of money that moves outside trading. Rules 9.

import type {
  AnnounceDelegate,
  ChainTransaction,
  ObserveDeposit,
  WithdrawalProof,
  WithdrawalState,
} from "@evermark/engine";

export type NonceKind = "withdraw" | "settle" | "transfer";

/** The counters of one account and kind. Rules 9.4. */
interface NaiveNonce {
  readonly account: number;
  readonly kind: NonceKind;
  issued: number;
  used: number;
}

export interface NaiveWithdrawal {
  readonly id: number;
  readonly account: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly chainId: number;
  readonly receiver: string;
  readonly nonce: number;
  readonly createdAt: number;
  readonly proof: WithdrawalProof | null;
  readonly transactions: ChainTransaction[];
  /** How often it was returned to PENDING. */
  attempts: number;
  state: WithdrawalState;
  transaction: string;
}

export interface NaivePending extends Omit<ObserveDeposit, "type" | "at"> {
  readonly createdAt: number;
}

export interface FundsState {
  nonces: NaiveNonce[];
  withdrawals: NaiveWithdrawal[];
  parked: {
    readonly reference: string;
    readonly accountId: string;
    readonly amount: bigint;
    readonly reason: string;
  }[];
  /** Seen on a chain, but not final. */
  pending: NaivePending[];
  /** The chain positions of credited deposits. */
  creditedKeys: string[];
  /** What came in through the vault, less what it paid. */
  throughVault: bigint;
  withdrawalsPaused: boolean;
  /** Accounts that a deposit has created, and no client has opened. */
  openedByDeposit: number[];
  /** Accounts that were credited a deposit. */
  depositors: number[];
  /** Accounts that may send to any other. */
  freeAccounts: number[];
  freeBrokers: number[];
  /** Contract wallets with a delegate signer, by account. */
  delegates: { readonly account: number; readonly signer: string }[];
  /** The announcements of contracts' signers on the chain, in order. */
  announcements: AnnounceDelegate[];
  lastTransferId: number;
  lastTransferRequest: number;
  lastSettlementId: number;
  lastDistributionId: number;
}

export function noFunds(): FundsState {
  return {
    nonces: [],
    withdrawals: [],
    parked: [],
    pending: [],
    creditedKeys: [],
    throughVault: 0n,
    withdrawalsPaused: false,
    openedByDeposit: [],
    depositors: [],
    freeAccounts: [],
    freeBrokers: [],
    delegates: [],
    announcements: [],
    lastTransferId: 0,
    lastTransferRequest: 0,
    lastSettlementId: 0,
    lastDistributionId: 0,
  };
}
