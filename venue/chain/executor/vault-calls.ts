// The vault's interface for the executor: the calls that pay, and what can be read from it at a height. Vault 4 to 6.

import { vaultAbi } from "@evermark/contracts";
import { decodeErrorResult, encodeFunctionData, type Hex, prepareEncodeFunctionData } from "viem";
import { paymentOf, termsOf } from "../attesters/attestation.ts";
import type { GatheredAttestations } from "../attesters/gathered-attestations.ts";
import type { Block, ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { askVault, TOKEN, TOKEN_HASH, type VaultAddress } from "../vault/ask-vault.ts";
import { type AttesterSet, attestersAt } from "../vault/attester-set.ts";
import { fundsAt } from "../vault/funds-at-block.ts";
import { isDoneInAny, payableAt, type WithdrawalKey } from "../vault/used-vault-nonces.ts";
import type { OpenWithdrawal } from "./ledger.ts";

// Prepared once, as in `askVault`.
const withdraw = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "withdraw" });
const payQueued = prepareEncodeFunctionData({ abi: vaultAbi, functionName: "payQueued" });

/** No attestations: a simulation with these shows whether anything else is missing. */
export const UNATTESTED: GatheredAttestations = { deadline: Number.MAX_SAFE_INTEGER, attestations: [] };

/** @returns the call data that pays the withdrawal; its proof must be present */
export function payingCall(withdrawal: OpenWithdrawal, { deadline, attestations }: GatheredAttestations): Hex {
  const { brokerId, proof } = withdrawal;
  const { deadline: until, ...terms } = paymentOf(termsOf(withdrawal), deadline);
  const data = { ...terms, receiver: terms.sender };
  const signed = [BigInt(proof?.signedAt ?? 0), (proof?.signature ?? "0x") as Hex] as const;
  return encodeFunctionData({ ...withdraw, args: [data, brokerId, TOKEN, ...signed, until, attestations] });
}

/** @returns the call data that pays a withdrawal that has become payable in the vault's queue */
export function queuedCall({ accountId, nonce }: Pick<OpenWithdrawal, "accountId" | "nonce">): Hex {
  return encodeFunctionData({ ...payQueued, args: [accountId, BigInt(nonce)] });
}

/** Reads the vault and the former ones. Every method throws a `ChainTrouble` when the chain can't be read. */
export class VaultReader {
  readonly #asked: VaultAddress;
  readonly #formers: readonly VaultAddress[];

  constructor(reader: ChainReader, vault: Hex, formers: readonly { readonly vault: Hex }[]) {
    this.#asked = { reader, vault };
    this.#formers = formers.map((former) => ({ reader, vault: former.vault }));
  }

  /** Whether this vault or a former one has paid, refused or queued the withdrawal. */
  isDone(withdrawal: WithdrawalKey, height: number): Promise<boolean> {
    return isDoneInAny([this.#asked, ...this.#formers], withdrawal, height);
  }

  /** The same, for the former vaults only. */
  isDoneFormerly(withdrawal: WithdrawalKey, height: number): Promise<boolean> {
    return isDoneInAny(this.#formers, withdrawal, height);
  }

  /** @returns when it becomes payable, in seconds since 1970; null when it is not in the vault's queue */
  payableAt(withdrawal: WithdrawalKey, height: number): Promise<number | null> {
    return payableAt(this.#asked, withdrawal, height);
  }

  /**
   * When the caps would let it be paid at once, in seconds since 1970, if that is sooner than the queue would pay it;
   * null when there is nothing to wait for.
   */
  async capsUntil(withdrawal: OpenWithdrawal, { number, timestamp }: Block): Promise<number | null> {
    const payout = BigInt(withdrawal.amount - withdrawal.fee);
    const from = Number(
      await askVault(this.#asked, "payableAtOnce", [TOKEN_HASH, withdrawal.accountId, payout], number),
    );
    if (from <= timestamp) return null;
    return from < timestamp + Number(await askVault(this.#asked, "queueDelay", [], number)) ? from : null;
  }

  /** The vault's attesters, and how many of them have to sign. */
  attesters(height: number): Promise<AttesterSet> {
    return attestersAt(this.#asked, height);
  }

  /** What the vault can pay: the part of its balance that came from deposits and funding. */
  funds(height: number): Promise<bigint> {
    return fundsAt(this.#asked, height);
  }

  /**
   * Simulates a call without sending it.
   * @returns the name of the error with which it reverts, "" for a nameless one; null when it does not revert
   */
  async trial(data: Hex, from: Hex, height: number, to = this.#asked.vault): Promise<string | null> {
    try {
      await this.#asked.reader.call({ to, data, from }, height);
      return null;
    } catch (error) {
      if (isTrouble(error, "reverted")) return errorName(error.data);
      throw error;
    }
  }
}

/** The error's name; "" when the error is not the vault's. */
function errorName(data: Hex): string {
  try {
    return decodeErrorResult({ abi: vaultAbi, data }).errorName;
  } catch {
    return "";
  }
}
