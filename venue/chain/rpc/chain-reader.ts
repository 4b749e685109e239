// What the venue reads from a chain, in its own types. Numbers are whole and below 2^53, hashes and addresses are lower
// case; every value was checked where it was received.

import type { Hex } from "viem";

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly parent: Hex;
  /** The chain's time of the block, in seconds since 1970. */
  readonly timestamp: number;
}

export interface ChainLog {
  readonly address: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly transaction: Hex;
  /** Index among all logs of its block. */
  readonly index: number;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

export interface Receipt {
  readonly transaction: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly succeeded: boolean;
  readonly gasUsed: number;
}

export interface LogQuery {
  readonly addresses: readonly Hex[];
  /** By position: that topic, one of those, or any (null). Without it, all logs. */
  readonly topics?: readonly (Hex | readonly Hex[] | null)[];
  readonly from: number;
  /** The last block of the range, which the node's chain must contain: logs of another branch do not count. */
  readonly to: Block;
}

export interface Call {
  readonly to: Hex;
  readonly data: Hex;
  readonly from?: Hex;
}

/** The tags by which nodes name blocks that are no longer replaced. */
export type FinalTag = "safe" | "finalized";

/** A height, or the newest block that the node knows. */
export type At = number | "latest";

/** Every method throws a `ChainTrouble` when the chain can't be read. */
export interface ChainReader {
  chainId(): Promise<number>;
  /** The newest block. */
  head(): Promise<Block>;
  /**
   * Height up to which blocks are no longer replaced: they have that many confirmations and, where the chain's own
   * finality is used, the nodes call them final.
   */
  final(head: Block, confirmations: number): Promise<number>;
  /** @returns undefined above the head */
  block(height: number): Promise<Block | undefined>;
  /** In chain order. @throws {ChainTrouble} also `too_large`, and `elsewhere` when `to` is not in the chain */
  logs(query: LogQuery): Promise<readonly ChainLog[]>;
  /** @returns undefined while the transaction is in no block */
  receipt(transaction: Hex): Promise<Receipt | undefined>;
  /** @returns "0x" where there is no contract */
  code(address: Hex, at: At): Promise<Hex>;
  /** @throws {ChainTrouble} also `reverted`, with the data of the revert */
  call(call: Call, at: At): Promise<Hex>;
  /** In wei. */
  balance(address: Hex, at: At): Promise<bigint>;
  /** How many transactions of an address are mined, which is its next nonce. */
  transactionCount(address: Hex, at: At): Promise<number>;
}
