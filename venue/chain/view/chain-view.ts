// What the rest of the venue may know of its chain: enough to show it, nothing that could move money.

import type { Hex } from "viem";

/** Where it was first seen that something is missing. */
export interface ShortSince {
  readonly block: number;
  /** Of that block, in milliseconds since 1970. */
  readonly at: number;
}

/** As of one block. Amounts in millionths of a USDC. */
export interface CustodyView {
  readonly block: number;
  /** What the vault holds. */
  readonly balance: bigint;
  /** What of it is in no balance yet: deposits that are not final. */
  readonly deposited: bigint;
  /** What it has paid, less fees, that the journal has not completed. */
  readonly paid: bigint;
  /** What it must hold by the journal. */
  readonly expected: bigint;
  /** How much is missing; 0 when nothing is. */
  readonly shortfall: bigint;
  /** Null while nothing is. */
  readonly shortSince: ShortSince | null;
  /** Put in to make good what was missing, since the first block. */
  readonly repaired: bigint;
}

/** What the vault, its owner or its guardian did and the journal does not explain. */
export interface Departure {
  readonly kind: "payment" | "queued" | "act";
  readonly transaction: Hex;
  readonly block: number;
  /** In words for an operator. */
  readonly text: string;
}

/** Of a deposit that is not final or a withdrawal that is not paid, as far as the chain was looked at. */
export interface OnItsWay {
  /** The block that it is in, or one shortly after; null while it is in none. */
  readonly block: number | null;
  /** Of a withdrawal in the vault's queue: from when on it can be paid, in seconds since 1970; else null. */
  readonly payableAt: number | null;
  /** Something keeps it from going on, for an unknown time. */
  readonly isHeld: boolean;
}

export interface ChainView {
  readonly chainId: number;
  readonly confirmations: number;
  /** Whether the node is the sandbox's own. */
  readonly isLocal: boolean;
  /** A node that clients may ask; null where none is named. */
  readonly publicRpc: string | null;
  readonly explorer: string | null;
  /** Lower case; null until the contracts are there. */
  readonly vault: Hex | null;
  readonly token: Hex | null;
  /** Heights; -1 while they are not known. */
  readonly head: number;
  readonly safe: number;
  /** Of the head, in milliseconds since 1970; 0 while it is not known. */
  readonly headAt: number;
  /** From block to block, as seen lately; null while that is not known. */
  readonly blockMs: number | null;
  /** @param key where the deposit is on its chain. Undefined for one that was not seen by this process */
  findDeposit(key: string): OnItsWay | undefined;
  /** Undefined while withdrawals are not paid. */
  findWithdrawal(withdrawalId: number): OnItsWay | undefined;
  /** Null before the first look. */
  readonly custody: CustodyView | null;
  /** Nothing is paid while there is any. */
  readonly unexplained: readonly Departure[];
  /** An operator knows why a transaction was made. @returns why that is not asked; null when it is accepted */
  acceptDeparture(transaction: string): Promise<string | null>;
  /**
   * Books a transaction's funding of the vault as a repair of what is missing.
   * @returns why not; null when it is booked
   */
  bookRepair(transaction: string): Promise<string | null>;
  /** Whether the vault counts a withdrawal's number as used up. False also while that can't be read. */
  isNonceUsed(accountId: string, nonce: number): Promise<boolean>;
  /** Has the vault's balance looked at again. */
  lookAtVault(): void;
  /** Why deposits and withdrawals wait; null when they do not. */
  readonly trouble: string | null;
  /** An operator has looked at what halted deposits: the chain is believed as it is now. @returns whether they were halted */
  acceptHalt(): boolean;
}
