// What became of withdrawals by the vault's events at safe depth, which alone decide: a receipt only says in which block to
// look. One that was paid by a transaction we know nothing of is searched for backwards, a few ranges at a time.

import { vaultAbi } from "@evermark/contracts";
import { decodeEventLog, type Hex, numberToHex, toEventSelector } from "viem";
import type { FormerVault } from "../../configuration/values/former-vaults.ts";
import type { Block, ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";
import type { Outcome } from "./decisions.ts";
import type { OpenWithdrawal } from "./ledger.ts";

const PAID = selectorOf("AccountWithdraw");
const FAILED = selectorOf("WithdrawFailed");
const RANGE_BLOCKS = 1_000;
const RANGES_PER_LOOK = 20;

type Wanted = Pick<OpenWithdrawal, "accountId" | "nonce" | "amount" | "fee">;

interface FinderParts {
  readonly reader: ChainReader;
  readonly vault: Hex;
  /** Vaults before it, of which one may have paid what is still open. */
  readonly formers: readonly FormerVault[];
  /** There is no vault before it. */
  readonly deployedBlock: number;
}

export class OutcomeFinder {
  readonly #parts: FinderParts;
  /** By height, of the chain that ends in one safe block. */
  #blocks = new Map<number, Promise<readonly ChainLog[]>>();
  #safe = "";
  readonly #searches = new Map<string, number>();

  readonly #addresses: readonly Hex[];

  constructor(parts: FinderParts) {
    const { vault, formers } = parts;
    // The oldest is the first.
    this.#parts = { ...parts, deployedBlock: formers[0]?.deployedBlock ?? parts.deployedBlock };
    this.#addresses = [vault, ...formers.map((former) => former.vault)];
  }

  /** Looks into the blocks of these transactions alone. @returns null when none of them decides */
  async ofTransactions(wanted: Wanted, transactions: readonly Hex[], safe: Block): Promise<Outcome | null> {
    for (const transaction of transactions) {
      const receipt = await this.#parts.reader.receipt(transaction);
      if (receipt === undefined || receipt.block > safe.number || !receipt.succeeded) continue;
      const found = outcomeAmong(await this.#logsOf(receipt.block, safe), wanted);
      if (found !== null) return found;
    }
    return null;
  }

  /** Looks backwards from the safe block, on from where the last look has ended. @returns null when it was not found yet */
  async search(wanted: Wanted, safe: Block): Promise<Outcome | null> {
    const key = `${wanted.accountId}:${wanted.nonce}`;
    // Everything from here up was looked through.
    let bottom = this.#searches.get(key) ?? safe.number + 1;
    let size = RANGE_BLOCKS;
    for (let ranges = 0; ranges < RANGES_PER_LOOK && bottom > this.#parts.deployedBlock; ranges++) {
      const from = Math.max(this.#parts.deployedBlock, bottom - size);
      try {
        const found = outcomeAmong(await this.#logs(from, bottom - 1, safe, wanted), wanted);
        if (found !== null) return found;
        bottom = from;
      } catch (error) {
        if (!isTrouble(error, "too_large") || size === 1) throw error;
        size = Math.ceil(size / 2);
      }
    }
    // After all of it the next look begins anew, with what has come since.
    if (bottom > this.#parts.deployedBlock) this.#searches.set(key, bottom);
    else this.#searches.delete(key);
    return null;
  }

  #logsOf(height: number, safe: Block): Promise<readonly ChainLog[]> {
    if (this.#safe !== safe.hash) {
      this.#blocks = new Map();
      this.#safe = safe.hash;
    }
    const known = this.#blocks.get(height);
    if (known !== undefined) return known;
    const reading = this.#logs(height, height, safe);
    this.#blocks.set(height, reading);
    // A failure is not kept.
    reading.catch(() => this.#blocks.delete(height));
    return reading;
  }

  async #logs(from: number, height: number, safe: Block, wanted?: Wanted): Promise<readonly ChainLog[]> {
    const { reader } = this.#parts;
    const to = height === safe.number ? safe : await reader.block(height);
    if (to === undefined) return [];
    const of = wanted === undefined ? [] : [wanted.accountId, numberToHex(wanted.nonce, { size: 32 })];
    return reader.logs({ addresses: this.#addresses, topics: [[PAID, FAILED], ...of], from, to });
  }
}

function outcomeAmong(logs: readonly ChainLog[], wanted: Wanted): Outcome | null {
  const { accountId, nonce } = wanted;
  const log = logs.find(({ topics }) => topics[1] === accountId && topics[2] === numberToHex(nonce, { size: 32 }));
  if (log === undefined) return null;
  return { kind: log.topics[0] === PAID ? paidAs(log, wanted) : "failed", transaction: log.transaction };
}

/** Only the amount is signed by the wallet: the operator's key, which hands a payment in, chooses its fee. */
function paidAs(log: ChainLog, { amount, fee }: Wanted): Outcome["kind"] {
  const paid = termsOf(log);
  if (paid.tokenAmount !== BigInt(amount)) return "other_paid";
  return paid.fee === BigInt(fee) ? "paid" : "other_fee";
}

function termsOf({ topics, data, block }: ChainLog) {
  try {
    const [signature, ...indexed] = topics;
    return decodeEventLog({ abi: vaultAbi, eventName: "AccountWithdraw", topics: [signature!, ...indexed], data }).args;
  } catch {
    throw new ChainTrouble("garbage", `a payment in block ${block} is not of the shape of its event`);
  }
}

function selectorOf(name: "AccountWithdraw" | "WithdrawFailed"): Hex {
  return toEventSelector(vaultAbi.find((item) => item.type === "event" && item.name === name)! as never);
}
