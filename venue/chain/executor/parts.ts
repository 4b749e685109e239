// What the executor is made of, and what the steps of its rounds share.

import type { Logger } from "pino";
import type { Hex } from "viem";
import type { FormerVault } from "../../configuration/values/former-vaults.ts";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { Attestations, ReachableAttester } from "../attesters/attestations.ts";
import type { TransactionSigner } from "../keys/signer.ts";
import type { Block, ChainReader } from "../rpc/chain-reader.ts";
import type { Alarms } from "./alarms.ts";
import type { ChainWriter } from "./chain-writer.ts";
import type { WithdrawalLedger } from "./ledger.ts";
import type { Memory } from "./memory.ts";
import type { ExecutorMetrics } from "./metrics.ts";
import type { Outbox } from "./outbox.ts";
import type { SideTransactions } from "./side-transactions.ts";
import type { VaultReader } from "./vault-calls.ts";

export interface ExecutorTiming {
  /** Between rounds while nothing moves. */
  readonly pollMs: number;
  /** The same bytes are sent again. */
  readonly rebroadcastMs: number;
  /** The same transaction is sent at a higher price. */
  readonly replaceMs: number;
  /** How often a withdrawal is sent before its money is given back, with proof each time that nothing was paid. */
  readonly attemptsMax: number;
  /** Before a withdrawal that could not be sent is tried again, the first time. */
  readonly retryMs: number;
  /** From then on an open withdrawal is an alarm. */
  readonly stuckMs: number;
  /** How long what attesters sign counts, by the chain's time: money is given back only after that. */
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
  /** Vaults before it, the oldest first. Nothing is paid here before all that they hold has moved here. */
  readonly formers: readonly FormerVault[];
  /** There is no vault before it, but for those. */
  readonly deployedBlock: number;
  readonly confirmations: number;
  /** The most that is offered for a unit of gas, in the smallest unit of the chain's coin. */
  readonly priceCeiling: bigint;
  /** Transactions that are not mined, at most: as many as nodes like to keep of one sender. */
  readonly unminedMax: number;
  /** Whether this process is the one that signs and sends. */
  readonly mayAct: () => boolean;
  /** Those who can be asked now for what the vault wants beside a wallet's signature. */
  readonly attesters: () => readonly ReachableAttester[];
  /** Why nothing may leave the vault now, for instance a shortfall; null while it may. */
  readonly mayPay: () => string | null;
  /** Whether an operator knows why a transaction has paid something else than the journal says. */
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
  readonly memory: Memory;
  readonly outbox: Outbox;
  readonly sideTransactions: SideTransactions;
  readonly alarms: Alarms;
  readonly attestations: Attestations;
  readonly vault: VaultReader;
  readonly timing: ExecutorTiming;
  readonly now: () => number;
}

/** What a round sees of the chain. */
export interface ChainFacts {
  readonly head: Block;
  readonly safe: Block;
  /** By sender: the first number that is not mined, at the head and at safe depth. */
  readonly minedAtHead: ReadonlyMap<string, number>;
  readonly minedAtSafe: ReadonlyMap<string, number>;
}
