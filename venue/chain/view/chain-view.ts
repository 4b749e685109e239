// What the rest of the venue may know of its chain: enough to show it, and nothing that could move money.

import type { Hex } from "viem";

/** The block in which a shortfall was first seen. */
export interface ShortSince {
  readonly block: number;
  /** Time of that block, in milliseconds since 1970. */
  readonly at: number;
}

/** The vault's state as of one block. Amounts in millionths of a USDC. */
export interface CustodyView {
  readonly block: number;
  /** What the vault holds. */
  readonly balance: bigint;
  /** The part of the balance that is credited to no account yet: deposits that are not final. */
  readonly deposited: bigint;
  /** Payments it has made, less fees, that the journal has not completed. */
  readonly paid: bigint;
  /** What it must hold by the journal. */
  readonly expected: bigint;
  /** How much is missing; 0 when nothing is. */
  readonly shortfall: bigint;
  /** Where the shortfall was first seen; null while there is none. */
  readonly shortSince: ShortSince | null;
  /** Funding booked as repairs of a shortfall, since the first block. */
  readonly repaired: bigint;
}

/** An act of the vault, its owner or its guardian that the journal does not explain. */
export interface Departure {
  readonly kind: "payment" | "queued" | "act";
  readonly transaction: Hex;
  readonly block: number;
  /** Description for an operator. */
  readonly text: string;
}

/** The progress of a deposit that is not final, or a withdrawal that is not paid, as far as the chain has been read. */
export interface OnItsWay {
  /** Its block, or one shortly after; null while it is in none. */
  readonly block: number | null;
  /** When a withdrawal in the vault's queue becomes payable, in seconds since 1970; otherwise null. */
  readonly payableAt: number | null;
  /** Something holds it up, for an unknown time. */
  readonly isHeld: boolean;
}

export interface ChainView {
  readonly chainId: number;
  readonly confirmations: number;
  /** Whether the node is the sandbox's own. */
  readonly isLocal: boolean;
  /** URL of a node for clients; null where none is named. */
  readonly publicRpc: string | null;
  readonly explorer: string | null;
  /** Lower case; null until the contracts are deployed. */
  readonly vault: Hex | null;
  readonly token: Hex | null;
  /** Heights of the newest and the newest safe block; -1 while unknown. */
  readonly head: number;
  readonly safe: number;
  /** Time of the head, in milliseconds since 1970; 0 while unknown. */
  readonly headAt: number;
  /** The recent block time; null while unknown. */
  readonly blockMs: number | null;
  /** @param key of the deposit on its chain. Undefined for a deposit that this process has not seen */
  findDeposit(key: string): OnItsWay | undefined;
  /** Undefined while withdrawals are not paid. */
  findWithdrawal(withdrawalId: number): OnItsWay | undefined;
  /** Null before the first look. */
  readonly custody: CustodyView | null;
  /** Unexplained departures; nothing is paid while there are any. */
  readonly unexplained: readonly Departure[];
  /** An operator accepts a transaction. @returns why not; null when it is accepted */
  acceptDeparture(transaction: string): Promise<string | null>;
  /**
   * Books a transaction's funding of the vault as a repair of a shortfall.
   * @returns why not; null when it is booked
   */
  bookRepair(transaction: string): Promise<string | null>;
  /** Whether the vault counts a withdrawal's nonce as used up. False also while that can't be read. */
  isNonceUsed(accountId: string, nonce: number): Promise<boolean>;
  /** Has the vault's balance read again. */
  lookAtVault(): void;
  /** Why deposits and withdrawals wait; null when they do not. */
  readonly trouble: string | null;
  /** An operator has looked at what halted deposits: the chain is trusted as it is now. @returns whether they were halted */
  acceptHalt(): boolean;
}
