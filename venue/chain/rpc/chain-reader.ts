// What the venue reads of a chain, and in which words. Numbers are whole and below 2^53, hashes and addresses lower case;
// whatever is here was checked where it came in.

import type { Hex } from "viem";

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly parent: Hex;
  /** Seconds since 1970, as the chain has it. */
  readonly timestamp: number;
}

export interface ChainLog {
  readonly address: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly transaction: Hex;
  /** Among all logs of its block. */
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
  /** By place: that topic, one of those, or any (null). All logs where it is left away. */
  readonly topics?: readonly (Hex | readonly Hex[] | null)[];
  readonly from: number;
  /** The last block of the range, which the node's chain must have: logs of another branch are none. */
  readonly to: Block;
}

export interface Call {
  readonly to: Hex;
  readonly data: Hex;
  readonly from?: Hex;
}

/** What nodes call blocks that are not replaced any more. */
export type FinalTag = "safe" | "finalized";

/** A height, or the newest block that the node knows. */
export type At = number | "latest";

/** Every method throws a `ChainTrouble` when the chain can't be read. */
export interface ChainReader {
  chainId(): Promise<number>;
  /** The newest block. */
  head(): Promise<Block>;
  /**
   * Height up to which blocks are not replaced any more: so many are on top, and where the chain's own word is asked for, its
   * nodes say so.
   */
  final(head: Block, confirmations: number): Promise<number>;
  /** @returns undefined above the head */
  block(height: number): Promise<Block | undefined>;
  /** In the order of the chain. @throws {ChainTrouble} also `too_large`, and `elsewhere` when `to` is not in the chain */
  logs(query: LogQuery): Promise<readonly ChainLog[]>;
  /** @returns undefined while the transaction is in no block */
  receipt(transaction: Hex): Promise<Receipt | undefined>;
  /** @returns "0x" where no contract is */
  code(address: Hex, at: At): Promise<Hex>;
  /** @throws {ChainTrouble} also `reverted`, with the data of the revert */
  call(call: Call, at: At): Promise<Hex>;
  /** In wei. */
  balance(address: Hex, at: At): Promise<bigint>;
  /** How many transactions of an address are mined, which is the nonce of its next one. */
  transactionCount(address: Hex, at: At): Promise<number>;
}
