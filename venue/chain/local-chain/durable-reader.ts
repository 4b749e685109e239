// A local chain is only as durable as its last dump: whatever a reader takes for final must be in the dump. So the head
// is shown no higher than the newest durable block plus the confirmations; any block deep enough below that head is on
// disk.

import type { At, Block, Call, ChainLog, ChainReader, LogQuery, Receipt } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

export class DurableReader implements ChainReader {
  readonly #reader: ChainReader;
  readonly #highest: () => number;

  /** @param highest the highest block that may be shown as head now */
  constructor(reader: ChainReader, highest: () => number) {
    this.#reader = reader;
    this.#highest = highest;
  }

  async head(): Promise<Block> {
    // Read before the head: blocks that become durable meanwhile are seen next time.
    const highest = this.#highest();
    const head = await this.#reader.head();
    if (head.number <= highest) return head;
    const block = await this.#reader.block(highest);
    if (block === undefined) throw new ChainTrouble("elsewhere", `the local node has no block ${highest}`);
    return block;
  }

  chainId(): Promise<number> {
    return this.#reader.chainId();
  }

  final(head: Block, confirmations: number): Promise<number> {
    return this.#reader.final(head, confirmations);
  }

  block(height: number): Promise<Block | undefined> {
    return this.#reader.block(height);
  }

  logs(query: LogQuery): Promise<readonly ChainLog[]> {
    return this.#reader.logs(query);
  }

  receipt(transaction: `0x${string}`): Promise<Receipt | undefined> {
    return this.#reader.receipt(transaction);
  }

  code(address: `0x${string}`, at: At): Promise<`0x${string}`> {
    return this.#reader.code(address, at);
  }

  call(call: Call, at: At): Promise<`0x${string}`> {
    return this.#reader.call(call, at);
  }

  balance(address: `0x${string}`, at: At): Promise<bigint> {
    return this.#reader.balance(address, at);
  }

  transactionCount(address: `0x${string}`, at: At): Promise<number> {
    return this.#reader.transactionCount(address, at);
  }
}
