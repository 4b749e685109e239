// A chain scripted by a test, and nodes that show it well or badly. It keeps the blocks of every branch that ever
// existed; each node answers in JSON-RPC's form, so that everything between a node and the venue is the real code.

import { hashOfText } from "@evermark/contracts";
import { encodeAbiParameters, type Hex, keccak256, pad, parseAbi, toEventSelector, toHex } from "viem";
import type { RpcNode } from "../rpc/json-rpc-node.ts";
import { ChainTrouble, type TroubleKind } from "../rpc/trouble.ts";

const DEPOSIT = toEventSelector(
  parseAbi([
    "event AccountDepositTo(bytes32 indexed accountId, address indexed userAddress, uint64 indexed depositNonce, bytes32 tokenHash, uint128 tokenAmount)",
  ])[0],
);

export const SCRIPTED_VAULT: Hex = "0x00000000000000000000000000000000000000aa";

export interface ScriptedDeposit {
  readonly accountId: Hex;
  readonly wallet: Hex;
  readonly amount: number | bigint;
  readonly tokenHash?: Hex;
  /** Without it, the vault assigns the next number. */
  readonly nonce?: number;
}

/** A transaction keeps its identity in whichever block it is mined. */
export interface ScriptedTransaction {
  readonly hash: Hex;
  readonly deposits: readonly ScriptedDeposit[];
}

export interface ScriptedBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parent: Hex;
  readonly transactions: readonly ScriptedTransaction[];
  /** The vault's last deposit number before this block. */
  readonly depositsBefore: number;
}

interface ScriptedLog {
  readonly deposit: ScriptedDeposit;
  readonly transaction: ScriptedTransaction;
  readonly nonce: number;
}

export class ScriptedChain {
  /** The present branch. */
  blocks: ScriptedBlock[] = [
    { number: 0, hash: keccak256("0x"), parent: pad("0x"), transactions: [], depositsBefore: 0 },
  ];
  #made = 0;

  get head(): ScriptedBlock {
    return this.blocks.at(-1)!;
  }

  mine(transactions: readonly ScriptedTransaction[] = []): ScriptedBlock {
    const { head } = this;
    const block = {
      number: head.number + 1,
      hash: keccak256(toHex(`block ${++this.#made}`)),
      parent: head.hash,
      transactions,
      depositsBefore: head.depositsBefore + logsOf(head).length,
    };
    this.blocks.push(block);
    return block;
  }

  /** Orphans the last `depth` blocks. @returns their transactions, which may be mined again */
  orphan(depth: number): ScriptedTransaction[] {
    return this.blocks.splice(this.blocks.length - depth).flatMap(({ transactions }) => transactions);
  }

  node(name = "node"): ScriptedNode {
    return new ScriptedNode(name, this);
  }
}

/** How a node behaves. */
export type Manner =
  | "honest"
  | "away"
  | "limited"
  /** Some blocks behind. */
  | "lags"
  /** Well-formed answers with values of wrong types. */
  | "garbage"
  /** No more than a few blocks of logs at once. */
  | "short"
  /** Leaves logs out. */
  | "hides"
  /** Adds deposits that no wallet made. */
  | "invents"
  /** Shows blocks of its own, up to a height of its own. */
  | "forks"
  /** Returns each log twice, in reverse order. */
  | "repeats";

export class ScriptedNode implements RpcNode {
  readonly name: string;
  manner: Manner = "honest";
  /** This many requests are answered, and then none. */
  answersLeft = Number.POSITIVE_INFINITY;
  /** Called before each answer. */
  before: () => void = () => {};
  requests = 0;
  /** How many blocks a `short` node returns logs of. */
  blocksMax = 2;
  readonly #chain: ScriptedChain;

  constructor(name: string, chain: ScriptedChain) {
    this.name = name;
    this.#chain = chain;
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    this.before();
    this.requests++;
    if (this.answersLeft-- <= 0 || this.manner === "away") throw this.#trouble("away");
    if (this.manner === "limited") throw this.#trouble("limited");
    const answer = this.#answer(method, params);
    return this.manner === "garbage" ? spoilt(answer) : answer;
  }

  #answer(method: string, params: readonly unknown[]): unknown {
    if (method === "eth_chainId") return toHex(196);
    if (method === "eth_getBlockByNumber") {
      const [tag] = params as [string];
      const height = tag === "latest" ? this.#height : Number(tag);
      const block = height <= this.#height ? this.#block(height) : undefined;
      return block === undefined ? null : shown(block);
    }
    if (method === "eth_getLogs") {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }];
      return this.#logs(Number(fromBlock), Number(toBlock));
    }
    throw this.#trouble("refused");
  }

  get #height(): number {
    const { number } = this.#chain.head;
    if (this.manner === "lags") return Math.max(0, number - 4);
    return this.manner === "forks" ? number + 7 : number;
  }

  #block(height: number): ScriptedBlock | undefined {
    const block = this.#chain.blocks[height];
    if (this.manner !== "forks" || height === 0) return block;
    const { depositsBefore = 0, transactions = [] } = block ?? {};
    const hash = (number: number): Hex => keccak256(toHex(`fork ${number}`));
    return { number: height, hash: hash(height), parent: hash(height - 1), transactions, depositsBefore };
  }

  #logs(from: number, to: number): unknown[] {
    if (this.manner === "short" && to - from >= this.blocksMax) throw this.#trouble("too_large");
    const logs: unknown[] = [];
    for (let height = from; height <= Math.min(to, this.#height); height++) {
      const block = this.#block(height);
      if (block === undefined) continue;
      const own = this.manner === "invents" ? { ...block, transactions: [...block.transactions, INVENTED] } : block;
      for (const [index, log] of logsOf(own).entries()) {
        if (this.manner === "hides" && index % 2 === 0) continue;
        logs.push(shownLog(own, log, index));
      }
    }
    return this.manner === "repeats" ? [...logs, ...logs].reverse() : logs;
  }

  #trouble(kind: TroubleKind): ChainTrouble {
    return new ChainTrouble(kind, `${this.name} is scripted to be ${this.manner}`);
  }
}

const INVENTED: ScriptedTransaction = {
  hash: keccak256(toHex("invented")),
  deposits: [{ accountId: pad("0x01"), wallet: pad("0x01", { size: 20 }), amount: 1_000_000 }],
};

function logsOf({ transactions, depositsBefore }: ScriptedBlock): ScriptedLog[] {
  const all = transactions.flatMap((transaction) => transaction.deposits.map((deposit) => ({ deposit, transaction })));
  return all.map(({ deposit, transaction }, i) => ({
    deposit,
    transaction,
    nonce: deposit.nonce ?? depositsBefore + 1 + i,
  }));
}

function shown({ number, hash, parent }: ScriptedBlock): object {
  return { number: toHex(number), hash, parentHash: parent, timestamp: toHex(1_700_000_000 + number) };
}

function shownLog(block: ScriptedBlock, { deposit, transaction, nonce }: ScriptedLog, index: number): object {
  const { accountId, wallet, amount, tokenHash = hashOfText("USDC") } = deposit;
  return {
    address: SCRIPTED_VAULT,
    blockNumber: toHex(block.number),
    blockHash: block.hash,
    transactionHash: transaction.hash,
    logIndex: toHex(index),
    topics: [DEPOSIT, accountId, pad(wallet), pad(toHex(nonce))],
    data: encodeAbiParameters([{ type: "bytes32" }, { type: "uint128" }], [tokenHash, BigInt(amount)]),
    removed: false,
  };
}

/** A value of the same kind that is invalid. */
function spoilt(answer: unknown): unknown {
  if (answer === null) return {};
  if (Array.isArray(answer)) return answer.length === 0 ? null : answer.map((log) => ({ ...log, blockHash: null }));
  return typeof answer === "object" ? { ...answer, number: "-0x1" } : 196;
}
