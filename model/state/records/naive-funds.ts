// What the model keeps of money that moves beyond trading. Rules 9.

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
  /** How often it came back. */
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
  /** Seen on a chain, and not final. */
  pending: NaivePending[];
  /** Where on their chains the deposits are that were credited. */
  creditedKeys: string[];
  /** What came in through the vault, less what it paid. */
  throughVault: bigint;
  withdrawalsPaused: boolean;
  /** Accounts that a deposit has brought into being, and no client has opened. */
  openedByDeposit: number[];
  /** Accounts that were credited a deposit. */
  depositors: number[];
  /** Which accounts may send to any other. */
  freeAccounts: number[];
  freeBrokers: number[];
  /** Contract wallets with a delegate signer, by account. */
  delegates: { readonly account: number; readonly signer: string }[];
  /** What the chain has said of contracts and their signers, in its order. */
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
