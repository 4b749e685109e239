// What the rest of the venue may know of its chain: enough to show it, nothing that could move money.

import type { Hex } from "viem";

/** As of one final block. Amounts in millionths of a USDC. */
export interface CustodyView {
  readonly block: number;
  /** What the vault holds. */
  readonly balance: bigint;
  /** What it must hold by the journal. */
  readonly expected: bigint;
  /** How much is missing; 0 when nothing is. */
  readonly shortfall: bigint;
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
  /** Null before the first look. */
  readonly custody: CustodyView | null;
  /** Why deposits and withdrawals wait; null when they do not. */
  readonly trouble: string | null;
  /** An operator has looked at what halted deposits: the chain is believed as it is now. @returns whether they were halted */
  acceptHalt(): boolean;
}
