// The parts that make up an executor, and what the steps of its rounds share.

import type { Logger } from "pino";
import type { Hex } from "viem";
import type { FormerVault } from "../../configuration/values/former-vault-list.ts";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { Attestations, ReachableAttester } from "../attesters/gathered-attestations.ts";
import type { TransactionSigner } from "../keys/transaction-signer.ts";
import type { Block, ChainReader } from "../rpc/chain-reader.ts";
import type { Alarms } from "./alarms.ts";
import type { ChainWriter } from "./chain-writer.ts";
import type { ExecutorMetrics } from "./executor-metrics.ts";
import type { WithdrawalLedger } from "./ledger.ts";
import type { SideTransactions } from "./side-transactions.ts";
import type { TransactionOutbox } from "./transaction-outbox.ts";
import type { VaultReader } from "./vault-calls.ts";
import type { WithdrawalMemory } from "./withdrawal-memory.ts";

export interface ExecutorTiming {
  /** Pause between rounds while nothing moves. */
  readonly pollMs: number;
  /** After this, the same bytes are sent again. */
  readonly rebroadcastMs: number;
  /** After this, the same transaction is sent at a higher price. */
  readonly replaceMs: number;
  /** How often a withdrawal is sent before its money is given back, each time with proof that nothing was paid. */
  readonly attemptsMax: number;
  /** First pause before a withdrawal that could not be sent is tried again. */
  readonly retryMs: number;
  /** After this, an open withdrawal raises an alarm. */
  readonly stuckMs: number;
  /** How long attesters' signatures are valid, by the chain's time: money is given back only after that. */
  readonly attestationSeconds: number;
}

export interface ExecutorParts {
  readonly ledger: WithdrawalLedger;
  readonly reader: ChainReader;
  readonly writer: ChainWriter;
  readonly signer: TransactionSigner;
  readonly chainId: number;
  /** Lower case. */
  readonly vault: Hex;
  /** The vaults before it, oldest first. Nothing is paid here until all their funds have moved here. */
  readonly formers: readonly FormerVault[];
  /** The vault's first block. */
  readonly deployedBlock: number;
  readonly confirmations: number;
  /** The most that is offered per unit of gas, in the smallest unit of the chain's coin. */
  readonly priceCeiling: bigint;
  /** Most unmined transactions: as many as nodes are willing to keep of one sender. */
  readonly unminedMax: number;
  /** Whether this process is the one that signs and sends. */
  readonly mayAct: () => boolean;
  /** The attesters that can be asked now for the signatures the vault requires besides the wallet's. */
  readonly attesters: () => readonly ReachableAttester[];
  /** Why nothing may leave the vault now, for instance a shortfall; null while it may. */
  readonly mayPay: () => string | null;
  /** Whether an operator has accepted a transaction that paid something different from the journal. */
  readonly isAccepted: (transaction: string) => boolean;
  readonly condition: Condition;
  readonly metrics: ExecutorMetrics;
  readonly log: Logger;
  readonly timing?: Partial<ExecutorTiming>;
  /** The machine's monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** What the steps of a round share. */
export interface ExecutorTools {
  readonly memory: WithdrawalMemory;
  readonly outbox: TransactionOutbox;
  readonly sideTransactions: SideTransactions;
  readonly alarms: Alarms;
  readonly attestations: Attestations;
  readonly vault: VaultReader;
  readonly timing: ExecutorTiming;
  readonly now: () => number;
}

/** What one round reads from the chain. */
export interface ChainFacts {
  readonly head: Block;
  readonly safe: Block;
  /** By sender: the first nonce that is not mined, at the head and at safe depth. */
  readonly minedAtHead: ReadonlyMap<string, number>;
  readonly minedAtSafe: ReadonlyMap<string, number>;
}
