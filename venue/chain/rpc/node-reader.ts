// One node's view of a chain. Every answer is checked against its request: another height, another address, a log outside
// the range or without the topics is refused. So an answer from here can only be wrong by being a well-formed lie.

import type { Hex } from "viem";
import type { At, Block, Call, ChainLog, ChainReader, FinalTag, LogQuery, Receipt } from "./chain-reader.ts";
import type { RpcNode } from "./json-rpc-node.ts";
import { parseAmount, parseBlock, parseBytes, parseCount, parseLogs, parseReceipt } from "./rpc-answers.ts";
import { ChainTrouble } from "./trouble.ts";

export class NodeReader implements ChainReader {
  readonly #node: RpcNode;

  constructor(node: RpcNode) {
    this.#node = node;
  }

  get name(): string {
    return this.#node.name;
  }

  async chainId(): Promise<number> {
    return parseCount(await this.#node.request("eth_chainId", []), this.name);
  }

  async head(): Promise<Block> {
    return parseBlock(await this.#node.request("eth_getBlockByNumber", ["latest", false]), this.name);
  }

  async final({ number }: Block, confirmations: number): Promise<number> {
    return number - confirmations;
  }

  /** The newest block with that tag. */
  async tagged(tag: FinalTag): Promise<Block> {
    const found = await this.#node.request("eth_getBlockByNumber", [tag, false]);
    if (found === null) throw new ChainTrouble("refused", `${this.name} has no block that it calls ${tag}`);
    return parseBlock(found, this.name);
  }

  async block(height: number): Promise<Block | undefined> {
    const found = await this.#node.request("eth_getBlockByNumber", [hexOf(height), false]);
    if (found === null) return undefined;
    const block = parseBlock(found, this.name);
    if (block.number !== height) throw this.#garbage(`block ${block.number}, asked for ${height}`);
    return block;
  }

  async logs(query: LogQuery): Promise<readonly ChainLog[]> {
    const { addresses, topics, from, to } = query;
    const filter = { address: addresses, fromBlock: hexOf(from), toBlock: hexOf(to.number), ...(topics && { topics }) };
    const found = parseLogs(await this.#node.request("eth_getLogs", [filter]), this.name);
    // Checked afterwards: a node that has the block now may not have had it when it searched for logs, but a node that
    // never had it is detected, and one that was on another branch returns blocks of that branch.
    const last = await this.block(to.number);
    if (last?.hash !== to.hash) {
      throw new ChainTrouble("elsewhere", `${this.name} does not have block ${to.number} ${to.hash}`);
    }
    return this.#inOrder(found, query);
  }

  async receipt(transaction: Hex): Promise<Receipt | undefined> {
    const found = await this.#node.request("eth_getTransactionReceipt", [transaction]);
    if (found === null) return undefined;
    const receipt = parseReceipt(found, this.name);
    if (receipt.transaction !== transaction.toLowerCase()) throw this.#garbage("the receipt of another transaction");
    return receipt;
  }

  async code(address: Hex, at: At): Promise<Hex> {
    return parseBytes(await this.#node.request("eth_getCode", [address, tagOf(at)]), this.name);
  }

  async call(call: Call, at: At): Promise<Hex> {
    return parseBytes(await this.#node.request("eth_call", [call, tagOf(at)]), this.name);
  }

  async balance(address: Hex, at: At): Promise<bigint> {
    return parseAmount(await this.#node.request("eth_getBalance", [address, tagOf(at)]), this.name);
  }

  async transactionCount(address: Hex, at: At): Promise<number> {
    return parseCount(await this.#node.request("eth_getTransactionCount", [address, tagOf(at)]), this.name);
  }

  #inOrder(logs: readonly ChainLog[], query: LogQuery): readonly ChainLog[] {
    const ordered = logs.toSorted((a, b) => a.block - b.block || a.index - b.index);
    const result: ChainLog[] = [];
    for (const log of ordered) {
      if (!isAskedFor(log, query)) throw this.#garbage(`a log of block ${log.block} that was not asked for`);
      const before = result.at(-1);
      if (before?.block === log.block && before.blockHash !== log.blockHash) {
        throw this.#garbage(`two blocks ${log.block} in one chain`);
      }
      if (before?.block === log.block && before.index === log.index) {
        if (!isSame(before, log)) throw this.#garbage(`two logs ${log.index} of block ${log.block}`);
      } else result.push(log);
    }
    return result;
  }

  #garbage(what: string): ChainTrouble {
    return new ChainTrouble("garbage", `${this.name} sent ${what}`);
  }
}

function isAskedFor(log: ChainLog, { addresses, topics = [], from, to }: LogQuery): boolean {
  if (log.block < from || log.block > to.number) return false;
  if (log.block === to.number && log.blockHash !== to.hash) return false;
  if (!addresses.some((address) => address.toLowerCase() === log.address)) return false;
  return topics.every((wanted, place) => {
    if (wanted === null) return true;
    const topic = log.topics[place];
    return (typeof wanted === "string" ? [wanted] : wanted).some((each) => each.toLowerCase() === topic);
  });
}

function isSame(a: ChainLog, b: ChainLog): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function hexOf(height: number): Hex {
  return `0x${height.toString(16)}`;
}

function tagOf(at: At): string {
  return at === "latest" ? at : hexOf(at);
}
