// The vault as the executor speaks to it: the calls that pay, and what can be asked of it at a height. Vault 4 to 6.

import { vaultAbi } from "@evermark/contracts";
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAbiItem,
  type Hex,
  prepareEncodeFunctionData,
} from "viem";
import { paymentOf, TOKEN, TOKEN_HASH, termsOf } from "../attesters/attestation.ts";
import type { Attested } from "../attesters/attestations.ts";
import { type AttesterSet, attestersAt } from "../attesters/attester-set.ts";
import { isDoneAt } from "../attesters/witnessed-chain.ts";
import type { Block, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";
import type { OpenWithdrawal } from "./ledger.ts";

// Looked up once: by name in the whole ABI, a call takes ten times as long to encode.
const withdraw = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "withdraw" });
const payQueued = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "payQueued" });
const queued = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "queued" });
const payableAtOnce = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "payableAtOnce" });
const queueDelayCall = encodeFunctionData({ abi: vaultAbi, functionName: "queueDelay" });
const queuedAbi = [getAbiItem({ abi: vaultAbi, name: "queued" })] as const;

/** What shows by a trial whether anything but attestations is missing. */
export const UNATTESTED: Attested = { deadline: Number.MAX_SAFE_INTEGER, attestations: [] };

/** @returns the call data that pays it; its proof must be there */
export function payingCall(withdrawal: OpenWithdrawal, { deadline, attestations }: Attested): Hex {
  const { brokerId, proof } = withdrawal;
  const { deadline: until, ...terms } = paymentOf(termsOf(withdrawal), deadline);
  const data = { ...terms, receiver: terms.sender };
  const signed = [BigInt(proof?.signedAt ?? 0), (proof?.signature ?? "0x") as Hex] as const;
  return encodeFunctionData({ ...withdraw, args: [data, brokerId, TOKEN, ...signed, until, attestations] });
}

/** @returns the call data that pays one which has waited in the vault for its time */
export function queuedCall({ accountId, nonce }: Pick<OpenWithdrawal, "accountId" | "nonce">): Hex {
  return encodeFunctionData({ ...payQueued, args: [accountId, BigInt(nonce)] });
}

/** Reads one vault. Every method throws a `ChainTrouble` when the chain can't be read. */
export class VaultReader {
  readonly #reader: ChainReader;
  readonly #vault: Hex;

  constructor(reader: ChainReader, vault: Hex) {
    this.#reader = reader;
    this.#vault = vault;
  }

  /** Whether a withdrawal was paid, refused or queued. */
  isDone(withdrawal: Pick<OpenWithdrawal, "accountId" | "nonce">, height: number): Promise<boolean> {
    return isDoneAt({ reader: this.#reader, vault: this.#vault }, withdrawal, height);
  }

  /** @returns from when on it can be paid, in seconds since 1970; null when it is not in the vault's queue */
  async payableAt({ accountId, nonce }: Pick<OpenWithdrawal, "accountId" | "nonce">, height: number) {
    const args = [accountId, BigInt(nonce)] as const;
    const data = encodeFunctionData({ ...queued, args });
    const answer = await this.#call(data, height);
    const item = parsed(() => decodeFunctionResult({ abi: queuedAbi, functionName: "queued", data: answer }));
    return BigInt(item.sender) === 0n ? null : Number(item.payableAt);
  }

  /**
   * When it would be paid at once, in seconds since 1970, if that comes sooner than what the queue would let it be paid at; null
   * when there is nothing to wait for.
   */
  async capsUntil(withdrawal: OpenWithdrawal, { number, timestamp }: Block): Promise<number | null> {
    const payout = BigInt(withdrawal.amount - withdrawal.fee);
    const data = encodeFunctionData({ ...payableAtOnce, args: [TOKEN_HASH, withdrawal.accountId, payout] });
    const answer = await this.#call(data, number);
    const from = parsed(() => Number(BigInt(answer)));
    if (from <= timestamp) return null;
    const delay = await this.#call(queueDelayCall, number);
    return from < timestamp + parsed(() => Number(BigInt(delay))) ? from : null;
  }

  /** Who attests to it. */
  attesters(height: number): Promise<AttesterSet> {
    return attestersAt(this.#reader, this.#vault, height);
  }

  /** What it can pay: of what it holds, what came by deposits and funding. */
  async funds(height: number): Promise<bigint> {
    const tokenOf = encodeFunctionData({ abi: vaultAbi, functionName: "getAllowedToken", args: [TOKEN_HASH] });
    const found = await this.#call(tokenOf, height);
    const token = parsed(() => decodeFunctionResult({ abi: vaultAbi, functionName: "getAllowedToken", data: found }));
    // Not allowed any more: nothing is paid in it.
    if (BigInt(token) === 0n) return 0n;
    const booked = encodeFunctionData({ abi: vaultAbi, functionName: "booked", args: [token] });
    const balance = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [this.#vault] });
    const answers = await Promise.all([
      this.#call(booked, height),
      this.#reader.call({ to: token, data: balance }, height),
    ]);
    const [inBooks, held] = answers.map((answer) => parsed(() => BigInt(answer))) as [bigint, bigint];
    return inBooks < held ? inBooks : held;
  }

  /**
   * Tries a call without sending it.
   * @returns the name of the error that it reverts with, "" for one without; null when it does not revert
   */
  async trial(data: Hex, from: Hex, height: number): Promise<string | null> {
    try {
      await this.#reader.call({ to: this.#vault, data, from }, height);
      return null;
    } catch (error) {
      if (isTrouble(error, "reverted")) return errorName(error.data);
      throw error;
    }
  }

  #call(data: Hex, height: number): Promise<Hex> {
    return this.#reader.call({ to: this.#vault, data }, height);
  }
}

/** "" for one that is not the vault's. */
function errorName(data: Hex): string {
  try {
    return decodeErrorResult({ abi: vaultAbi, data }).errorName;
  } catch {
    return "";
  }
}

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ChainTrouble("garbage", "what the vault's address answered is not what a vault answers");
  }
}
