// A chain with a vault that a test scripts: transactions are accepted, lost, dropped, mined in any block or in one that
// is replaced; prices rise, nodes fall silent. Slow and obvious: each block has a copy of the whole state.

import { vaultAbi } from "@evermark/contracts";
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionResult,
  erc20Abi,
  getAbiItem,
  type Hex,
  keccak256,
  numberToHex,
  parseTransaction,
  serializeTransaction,
  stringToBytes,
  type TransactionSerializedEIP1559,
} from "viem";
import type { SignedTransaction, TransactionSigner } from "../../keys/transaction-signer.ts";
import type { Block, Call, ChainLog, ChainReader, LogQuery, Receipt } from "../../rpc/chain-reader.ts";
import { ChainTrouble } from "../../rpc/trouble.ts";
import type { ChainWriter } from "../chain-writer.ts";

export const VAULT: Hex = `0x${"aa".repeat(20)}`;
const TOKEN: Hex = `0x${"bb".repeat(20)}`;
export const OPERATOR: Hex = `0x${"cc".repeat(20)}`;
export const ATTESTER: Hex = `0x${"dd".repeat(20)}`;
const QUEUE_SECONDS = 3_600;

interface Item {
  readonly payableAt: number;
  readonly sender: Hex;
  readonly amount: bigint;
  readonly fee: bigint;
}

interface State {
  mined: number;
  funds: bigint;
  readonly done: Set<string>;
  readonly queue: Map<string, Item>;
  /** How often each withdrawal was paid. */
  readonly paid: Map<string, number>;
}

interface Mined {
  readonly transaction: Waiting;
  readonly succeeded: boolean;
  readonly logs: readonly Pick<ChainLog, "topics" | "data">[];
}

interface ScriptedBlock extends Block {
  readonly state: State;
  readonly transactions: readonly Mined[];
}

interface Waiting {
  readonly hash: Hex;
  readonly nonce: number;
  readonly data: Hex;
  readonly price: bigint;
  /** It was sent by another program with the operator's key. */
  readonly isForeign: boolean;
}

export class ScriptedVault implements ChainReader, ChainWriter {
  readonly blocks: ScriptedBlock[] = [];
  /** Transactions that nodes have and no block has. */
  waiting: Waiting[] = [];
  isPaused = false;
  /** Receivers that the token refuses. */
  readonly refused = new Set<string>();
  cap = 1_000_000_000n;
  base = 10n;
  /** This many of the next requests and broadcasts fail. */
  silent = 0;
  /** This many of the next broadcasts are lost, although a node has acknowledged them. */
  lost = 0;
  #hashes = 0;

  constructor(funds: bigint) {
    const state = { mined: 0, funds, done: new Set<string>(), queue: new Map(), paid: new Map() };
    this.blocks.push({
      number: 0,
      hash: this.#hash(),
      parent: this.#hash(),
      timestamp: 1_000,
      state,
      transactions: [],
    });
  }

  get #top(): ScriptedBlock {
    return this.blocks.at(-1)!;
  }

  get paid(): ReadonlyMap<string, number> {
    return this.#top.state.paid;
  }

  get funds(): bigint {
    return this.#top.state.funds;
  }

  // Events that a test causes.

  /** @param leaveOut how many of the minable transactions are left out */
  mine(leaveOut = 0, seconds = 2): void {
    const { number, hash, timestamp, state } = this.#top;
    const after: State = {
      ...{ mined: state.mined, funds: state.funds, done: new Set(state.done) },
      ...{ queue: new Map(state.queue), paid: new Map(state.paid) },
    };
    const transactions: Mined[] = [];
    const at = timestamp + seconds;
    let left = this.waiting.length - leaveOut;
    for (let next = this.#bestOf(after.mined); next !== undefined && left > 0; next = this.#bestOf(after.mined)) {
      transactions.push({ transaction: next, ...this.#carryOut(next.data, after, at) });
      after.mined++;
      left--;
      this.waiting = this.waiting.filter(({ nonce }) => nonce >= after.mined);
    }
    this.blocks.push({
      number: number + 1,
      hash: this.#hash(),
      parent: hash,
      timestamp: at,
      state: after,
      transactions,
    });
  }

  #bestOf(number: number): Waiting | undefined {
    const able = this.waiting.filter(({ nonce, price }) => nonce === number && price >= this.base);
    return able.toSorted((a, b) => (a.price > b.price ? -1 : 1))[0];
  }

  /** Removes the last blocks. @param isRemembered whether nodes keep our transactions in them */
  reorganise(depth: number, isRemembered: boolean): void {
    const gone = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    if (!isRemembered) return;
    for (const { transactions } of gone) {
      this.waiting.push(...transactions.map(({ transaction }) => transaction).filter(({ isForeign }) => !isForeign));
    }
  }

  /** Another program with the operator's key sends a transaction at any price, which the next block has. */
  foreign(data: Hex): void {
    const nonce = this.#top.state.mined;
    this.waiting.push({ hash: this.#hash(), nonce, data, price: 10n ** 30n, isForeign: true });
    this.mine();
  }

  fund(amount: bigint): void {
    for (const { state } of this.blocks) state.funds += amount;
  }

  /** The owner takes a withdrawal out of the queue. @returns false when it is not there */
  cancel(key: string): boolean {
    if (!this.#top.state.queue.has(key)) return false;
    this.mine(this.waiting.length);
    const block = this.blocks.pop()!;
    block.state.queue.delete(key);
    const transaction = { hash: this.#hash(), nonce: -1, data: "0x", price: 0n, isForeign: true } as const;
    const logs = [failedLog(key)];
    this.blocks.push({ ...block, transactions: [{ transaction, succeeded: true, logs }] });
    return true;
  }

  #carryOut(data: Hex, state: State, at: number): Omit<Mined, "transaction"> {
    const error = this.#refusal(data, state, at);
    if (error !== null) return { succeeded: false, logs: [] };
    if (data === "0x") return { succeeded: true, logs: [] };
    const { key, amount, fee, sender, isQueued } = this.#terms(data, state);
    const payout = amount - fee;
    state.done.add(key);
    state.queue.delete(key);
    if (this.refused.has(sender)) return { succeeded: true, logs: [failedLog(key)] };
    if (!isQueued && payout > this.cap) {
      state.queue.set(key, { payableAt: at + QUEUE_SECONDS, sender, amount, fee });
      return { succeeded: true, logs: [] };
    }
    state.funds -= payout;
    state.paid.set(key, (state.paid.get(key) ?? 0) + 1);
    return { succeeded: true, logs: [paidLog(key, { sender, amount, fee })] };
  }

  #terms(data: Hex, state: State): Item & { readonly key: string; readonly isQueued: boolean } {
    const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
    if (functionName === "withdraw") {
      const [{ accountId, withdrawNonce, tokenAmount, fee, sender }] = args;
      const key = keyOf(accountId, withdrawNonce);
      const terms = { amount: tokenAmount, fee, sender: sender.toLowerCase() as Hex };
      return { ...terms, key, isQueued: false, payableAt: 0 };
    }
    const [accountId, nonce] = args as readonly [Hex, bigint];
    const key = keyOf(accountId, nonce);
    const none = { payableAt: 0, sender: numberToHex(0, { size: 20 }), amount: 0n, fee: 0n };
    return { ...(state.queue.get(key) ?? none), key, isQueued: true };
  }

  /** The data of the revert; null when the call does not revert. */
  #refusal(data: Hex, state: State, at: number): Hex | null {
    if (data === "0x") return null;
    if (this.isPaused) return encodeErrorResult({ abi: vaultAbi, errorName: "EnforcedPause" });
    const { key, amount, fee, payableAt, isQueued } = this.#terms(data, state);
    const payout = amount - fee;
    const [accountId, nonce] = key.split(":") as [Hex, string];
    const args = [accountId, BigInt(nonce)] as const;
    if (isQueued && !state.queue.has(key)) return encodeErrorResult({ abi: vaultAbi, errorName: "NotQueued", args });
    if (isQueued && at < payableAt) {
      return encodeErrorResult({ abi: vaultAbi, errorName: "NotYetPayable", args: [BigInt(payableAt)] });
    }
    if (!isQueued && state.done.has(key)) {
      return encodeErrorResult({ abi: vaultAbi, errorName: "WithdrawNonceUsed", args });
    }
    if (!isQueued) {
      const [, , , , , deadline, attestations] = withdrawArgs(data);
      if (at > deadline) return encodeErrorResult({ abi: vaultAbi, errorName: "AttestationExpired" });
      if (attestations[0] !== attestationOf(key, Number(deadline)) || attestations.length !== 1) {
        return encodeErrorResult({ abi: vaultAbi, errorName: "AttestationsInvalid" });
      }
    }
    if (payout <= state.funds) return null;
    return encodeErrorResult({ abi: vaultAbi, errorName: "InsufficientVault", args: [state.funds, payout] });
  }

  #hash(): Hex {
    return numberToHex(++this.#hashes, { size: 32 });
  }

  // Reading the chain.

  #listen(): void {
    if (this.silent <= 0) return;
    this.silent--;
    throw new ChainTrouble("away", "the node does not answer");
  }

  async chainId(): Promise<number> {
    return 196;
  }

  async head(): Promise<Block> {
    this.#listen();
    return this.#top;
  }

  async final({ number }: Block, confirmations: number): Promise<number> {
    return number - confirmations;
  }

  async block(height: number): Promise<Block | undefined> {
    this.#listen();
    return this.blocks[height];
  }

  async logs({ topics = [], from, to }: LogQuery): Promise<readonly ChainLog[]> {
    this.#listen();
    if (this.blocks[to.number]?.hash !== to.hash) throw new ChainTrouble("elsewhere", "the block is gone");
    if (to.number - from > 40) throw new ChainTrouble("too_large", "ask for less");
    return this.blocks.slice(from, to.number + 1).flatMap(({ number, hash, transactions }) =>
      transactions.flatMap(({ transaction, logs }) =>
        logs
          .filter((log) => topics.every((wanted, place) => wanted === null || wanted.includes(log.topics[place]!)))
          .map((log) => {
            const where = { block: number, blockHash: hash, transaction: transaction.hash, index: 0 };
            return { ...log, ...where, address: VAULT };
          }),
      ),
    );
  }

  async receipt(hash: Hex): Promise<Receipt | undefined> {
    this.#listen();
    for (const block of this.blocks) {
      const mined = block.transactions.find(({ transaction }) => transaction.hash === hash);
      if (mined === undefined) continue;
      const where = { transaction: hash, block: block.number, blockHash: block.hash };
      return { ...where, succeeded: mined.succeeded, gasUsed: 100_000 };
    }
    return undefined;
  }

  async code(): Promise<Hex> {
    return "0x00";
  }

  async call({ to, data }: Call, at: number | "latest"): Promise<Hex> {
    this.#listen();
    const block = at === "latest" ? this.#top : this.blocks[at];
    if (block === undefined) throw new ChainTrouble("elsewhere", "the block is gone");
    if (to.toLowerCase() === TOKEN) {
      return encodeFunctionResult({ abi: erc20Abi, functionName: "balanceOf", result: block.state.funds });
    }
    return this.#answer(data, block);
  }

  #answer(data: Hex, { state, timestamp }: ScriptedBlock): Hex {
    const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
    switch (functionName) {
      case "getAllowedToken":
        return encodeFunctionResult({ abi: vaultAbi, functionName, result: TOKEN });
      case "payableAtOnce":
        return encodeFunctionResult({ abi: vaultAbi, functionName, result: 0n });
      case "attesters":
        return encodeFunctionResult({ abi: vaultAbi, functionName, result: [ATTESTER] });
      case "attesterThreshold":
        return encodeFunctionResult({ abi: vaultAbi, functionName, result: 1 });
      case "booked":
        return encodeFunctionResult({ abi: vaultAbi, functionName, result: state.funds });
      case "done":
        return encodeFunctionResult({ abi: vaultAbi, functionName, result: state.done.has(keyOf(...args)) });
      case "queued": {
        const item = state.queue.get(keyOf(...args));
        const sender = item?.sender ?? numberToHex(0, { size: 20 });
        const hash = numberToHex(0, { size: 32 });
        const payableAt = BigInt(item?.payableAt ?? 0);
        const result = { brokerHash: hash, tokenHash: hash, sender, payableAt, tokenAmount: 0n, fee: 0n };
        return encodeFunctionResult({ abi: vaultAbi, functionName, result });
      }
      default: {
        const refused = this.#refusal(data, state, timestamp);
        if (refused !== null) throw new ChainTrouble("reverted", "reverted", { data: refused });
        return "0x";
      }
    }
  }

  async balance(): Promise<bigint> {
    return 10n ** 30n;
  }

  async transactionCount(_address: Hex, at: number | "latest"): Promise<number> {
    this.#listen();
    const block = at === "latest" ? this.#top : this.blocks[at];
    if (block === undefined) throw new ChainTrouble("elsewhere", "the block is gone");
    return block.state.mined;
  }

  // Sending to the chain.

  async gasPrice() {
    this.#listen();
    return { baseFee: this.base, tip: 1n };
  }

  async gasOf(): Promise<bigint> {
    this.#listen();
    return 100_000n;
  }

  async blockGasMax(): Promise<bigint> {
    this.#listen();
    return 30_000_000n;
  }

  async broadcast(bytes: Hex): Promise<string | null> {
    if (this.silent > 0) {
      this.silent--;
      return "the node does not answer";
    }
    if (this.lost > 0) {
      this.lost--;
      return null;
    }
    const { nonce = 0, data = "0x", maxFeePerGas = 0n } = parseTransaction(bytes as TransactionSerializedEIP1559);
    const hash = keccak256(bytes);
    if (nonce < this.#top.state.mined) return "nonce too low";
    if (this.waiting.some((known) => known.hash === hash)) return "already known";
    const rival = this.waiting.find((known) => known.nonce === nonce);
    if (rival !== undefined && maxFeePerGas * 10n < rival.price * 11n) return "replacement transaction underpriced";
    this.waiting = this.waiting.filter((known) => known !== rival);
    this.waiting.push({ hash, nonce, data, price: maxFeePerGas, isForeign: false });
    return null;
  }
}

/** A signer with dummy signatures, which this chain never checks. */
export function scriptedSigner(): TransactionSigner {
  return {
    address: OPERATOR,
    async sign({ chainId, nonce, to, data, gas, maxFeePerGas, maxPriorityFeePerGas }): Promise<SignedTransaction> {
      const one = numberToHex(1, { size: 32 });
      const bytes = serializeTransaction(
        { type: "eip1559", chainId, nonce, to, data, gas, maxFeePerGas, maxPriorityFeePerGas },
        { r: one, s: one, yParity: 0 },
      );
      return { bytes, hash: keccak256(bytes) };
    },
    close() {},
  };
}

/** A stand-in for the attester's signature; no other program here can forge it. */
export function attestationOf(key: string, deadline: number): Hex {
  return keccak256(stringToBytes(`${key} until ${deadline}`));
}

function withdrawArgs(data: Hex) {
  const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
  if (functionName !== "withdraw") throw new Error(`${functionName} is no withdrawal`);
  return args;
}

export function keyOf(accountId: string, nonce: bigint | number): string {
  return `${accountId.toLowerCase()}:${nonce}`;
}

function failedLog(key: string): Pick<ChainLog, "topics" | "data"> {
  return { topics: topicsOf("WithdrawFailed", key), data: "0x" };
}

function paidLog(key: string, { sender, amount, fee }: Omit<Item, "payableAt">): Pick<ChainLog, "topics" | "data"> {
  const hash = numberToHex(0, { size: 32 });
  const { inputs } = getAbiItem({ abi: vaultAbi, name: "AccountWithdraw" });
  const data = encodeAbiParameters(
    inputs.filter((input) => !("indexed" in input && input.indexed)),
    [hash, sender, sender, hash, amount, fee],
  );
  return { topics: topicsOf("AccountWithdraw", key), data };
}

function topicsOf(eventName: "AccountWithdraw" | "WithdrawFailed", key: string): Hex[] {
  const [accountId, nonce] = key.split(":") as [Hex, string];
  const args = { accountId, withdrawNonce: BigInt(nonce) };
  return encodeEventTopics({ abi: vaultAbi, eventName, args }) as Hex[];
}
