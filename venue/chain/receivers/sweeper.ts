// Sweeps receiver addresses to the treasury. Nothing about a sweep has to be remembered: it can send only to the treasury
// and takes the whole balance, so a sweep sent twice, by any wallet, costs gas and nothing else. The chain shows
// afterwards what was swept. Rules 9.2.

import { depositReceiverAbi } from "@evermark/contracts";
import type { Logger } from "pino";
import { decodeErrorResult, encodeFunctionData, type Hex } from "viem";
import {
  type OperatorTransaction,
  type SignedTransaction,
  SigningFailed,
  type TransactionSigner,
} from "../keys/transaction-signer.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { isTrouble } from "../rpc/trouble.ts";
import type { ReceiverChain } from "./receiver-chain.ts";
import { balanceName, type ReceiverBalance } from "./receiver-deposits.ts";
import type { StrayCoin } from "./stray-coin.ts";
import { estimateSweepGas, raisedSweepFees, readFees, type SweepFees, sendToAll } from "./sweep-transaction.ts";

export interface BalanceSweeper {
  /** Why a balance can't be swept for now, by its name; it is retried automatically. */
  readonly troubles: ReadonlyMap<string, string>;
  /**
   * @param balances all that have to be swept now
   * @param coins the chain's own coin to sweep, where it is worth the gas; naming it once is enough
   * @returns why sweeps wait; "" when none does
   */
  sweep(balances: readonly ReceiverBalance[], coins: readonly StrayCoin[]): Promise<string>;
}

export interface SweeperParts {
  readonly chain: ReceiverChain;
  readonly accountId: (account: number) => Hex;
  readonly reader: ChainReader;
  readonly nodes: readonly JsonRpcNode[];
  readonly signer: TransactionSigner;
  /** A monotonic clock, in milliseconds. */
  readonly steady: () => number;
  readonly log: Logger;
}

/** Most transactions that wait to be mined at the same time. */
const UNDER_WAY_MAX = 16;
const SEND_AGAIN_MS = 60_000;
const REPLACE_MS = 180_000;
/** The pause after a sweep that the token or the chain refuses; it doubles. */
const RETRY_MS = { first: 60_000, most: 3_600_000 };

/** Approximate gas of a coin sweep. */
const COIN_GAS = 110_000n;

/** A sweep to be made. */
interface Wanted {
  readonly balance: string;
  readonly data: Hex;
  /** Value in the chain's coin; undefined for a deposit, which is swept whatever it costs. */
  readonly worth?: bigint;
}

interface UnderWay {
  readonly balance: string;
  readonly transaction: OperatorTransaction;
  readonly signed: SignedTransaction;
  readonly firstSentAt: number;
  readonly sentAt: number;
}

interface Refused {
  readonly reason: string;
  /** The reason is its gas, not a refusal by the token: an operator has to know. */
  readonly isDear: boolean;
  readonly retryAt: number;
  readonly pauseMs: number;
}

export class Sweeper implements BalanceSweeper {
  readonly #parts: SweeperParts;
  /** By nonce. */
  readonly #underWay = new Map<number, UnderWay>();
  readonly #refused = new Map<string, Refused>();

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  get troubles(): ReadonlyMap<string, string> {
    return new Map([...this.#refused].map(([balance, { reason }]) => [balance, reason]));
  }

  async sweep(balances: readonly ReceiverBalance[], coins: readonly StrayCoin[]): Promise<string> {
    const wanted = [...balances.map((each) => this.#ofBalance(each)), ...coins.map((each) => this.#ofCoin(each))];
    const names = new Set(wanted.map(({ balance }) => balance));
    for (const balance of this.#refused.keys()) if (!names.has(balance)) this.#refused.delete(balance);
    if (wanted.length === 0 && this.#underWay.size === 0) return "";
    try {
      return await this.#sweepAll(wanted);
    } catch (error) {
      if (error instanceof SigningFailed) return error.message;
      throw error;
    }
  }

  async #sweepAll(wanted: readonly Wanted[]): Promise<string> {
    const { reader, signer, nodes } = this.#parts;
    const mined = await reader.transactionCount(signer.address, "latest");
    for (const nonce of this.#underWay.keys()) if (nonce < mined) this.#underWay.delete(nonce);
    const fees = await readFees(nodes);
    for (const each of [...this.#underWay.values()]) await this.#press(each, fees);
    const isUnderWay = new Set([...this.#underWay.values()].map(({ balance }) => balance));
    let nonce = Math.max(mined, ...[...this.#underWay.keys()].map((taken) => taken + 1));
    for (const each of wanted) {
      if (this.#underWay.size >= UNDER_WAY_MAX) break;
      if (isUnderWay.has(each.balance) || !this.#isDue(each) || !isWorth(each, COIN_GAS, fees)) continue;
      const waits = await this.#begin(each, nonce, fees);
      if (waits === "no gas") return this.#lacksGas();
      if (waits === "") nonce++;
    }
    return [...this.#refused.values()].find(({ isDear }) => isDear)?.reason ?? "";
  }

  #ofBalance(balance: ReceiverBalance): Wanted {
    const args = [this.#parts.accountId(balance.account), balance.token.address] as const;
    const data = encodeFunctionData({ abi: depositReceiverAbi, functionName: "sweep", args });
    return { balance: balanceName(balance), data };
  }

  #ofCoin({ account, amount }: StrayCoin): Wanted {
    const args = [this.#parts.accountId(account)] as const;
    const data = encodeFunctionData({ abi: depositReceiverAbi, functionName: "sweepCoin", args });
    return { balance: `${account}.the chain's coin`, data, worth: amount };
  }

  #isDue({ balance }: Wanted): boolean {
    const refused = this.#refused.get(balance);
    return refused === undefined || this.#parts.steady() >= refused.retryAt;
  }

  /** @returns "" when the sweep was sent */
  async #begin(wanted: Wanted, nonce: number, fees: SweepFees): Promise<"" | "not now" | "no gas"> {
    const { chain, reader, signer, nodes } = this.#parts;
    const { balance, data } = wanted;
    const call = { to: chain.factory, data, from: signer.address };
    try {
      await reader.call(call, "latest");
    } catch (error) {
      if (!isTrouble(error, "reverted")) throw error;
      this.#refuse(balance, error.data);
      return "not now";
    }
    const gas = await estimateSweepGas(nodes, call);
    if (typeof gas === "string") {
      this.#putOff(balance, gas, true);
      return "not now";
    }
    this.#refused.delete(balance);
    if (!isWorth(wanted, gas, fees)) return "not now";
    if ((await reader.balance(signer.address, "latest")) < gas * fees.maxFeePerGas) return "no gas";
    const transaction = { chainId: chain.chainId, nonce, to: chain.factory, data, gas, ...fees };
    await this.#send({ balance, transaction, firstSentAt: this.#parts.steady() });
    return "";
  }

  /** A transaction that is not mined is sent again, and later at a higher price: the chain takes one of them. */
  async #press(waiting: UnderWay, fees: SweepFees): Promise<void> {
    const now = this.#parts.steady();
    if (now - waiting.sentAt < SEND_AGAIN_MS) return;
    if (now - waiting.firstSentAt < REPLACE_MS) {
      this.#underWay.set(waiting.transaction.nonce, { ...waiting, sentAt: now });
      await sendToAll(this.#parts.nodes, waiting.signed.bytes);
      return;
    }
    const { balance, transaction } = waiting;
    await this.#send({
      balance,
      transaction: { ...transaction, ...raisedSweepFees(transaction, fees) },
      firstSentAt: now,
    });
  }

  async #send(next: Pick<UnderWay, "balance" | "transaction" | "firstSentAt">): Promise<void> {
    const { signer, nodes, log, chain } = this.#parts;
    const signed = await signer.sign(next.transaction);
    // Recorded before it is sent: a transaction may be mined even if the node that took it gave no answer.
    this.#underWay.set(next.transaction.nonce, { ...next, signed, sentAt: next.firstSentAt });
    const refused = await sendToAll(nodes, signed.bytes);
    const about = { chain: chain.chainId, balance: next.balance, transaction: signed.hash };
    if (refused === null) log.info(about, "a sweep was sent");
    else log.warn({ ...about, why: refused }, "no node accepts a sweep; it will be sent again");
  }

  #refuse(balance: string, data: Hex): void {
    const name = errorName(data);
    // Another wallet has swept it already, in a block that is read next.
    if (name === "NothingToSweep") return;
    this.#putOff(balance, name, false);
  }

  #putOff(balance: string, name: string, isDear: boolean): void {
    const before = this.#refused.get(balance);
    const pauseMs = Math.min((before?.pauseMs ?? RETRY_MS.first / 2) * 2, RETRY_MS.most);
    const reason = `the transfer to the treasury is refused (${name}); it is tried again`;
    this.#refused.set(balance, { reason, isDear, retryAt: this.#parts.steady() + pauseMs, pauseMs });
    const { log, chain } = this.#parts;
    log.warn({ chain: chain.chainId, balance, why: name, pauseMs }, "a sweep would fail");
  }

  #lacksGas(): string {
    return `${this.#parts.signer.address}, which sends the sweeps, has too little of the chain's coin for gas`;
  }
}

/** Coin is left where it is while the gas for sweeping it could cost as much. */
function isWorth({ worth }: Wanted, gas: bigint, { maxFeePerGas }: SweepFees): boolean {
  return worth === undefined || worth > gas * maxFeePerGas;
}

function errorName(data: Hex): string {
  try {
    return decodeErrorResult({ abi: depositReceiverAbi, data }).errorName;
  } catch {
    return data === "0x" ? "without a reason" : data.slice(0, 10);
  }
}
