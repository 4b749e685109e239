// Finds the outcome of withdrawals from the vault's events at safe depth, which alone decide; a receipt only says in
// which block to look. A withdrawal paid by an unknown transaction is searched for backwards, a few block ranges at a
// time.

import { vaultAbi } from "@evermark/contracts";
import { decodeEventLog, type Hex, numberToHex, toEventSelector } from "viem";
import type { FormerVault } from "../../configuration/values/former-vault-list.ts";
import type { Block, ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";
import type { OpenWithdrawal } from "./ledger.ts";
import type { Outcome } from "./transaction-decisions.ts";

const PAID = selectorOf("AccountWithdraw");
const FAILED = selectorOf("WithdrawFailed");
const RANGE_BLOCKS = 1_000;
const RANGES_PER_LOOK = 20;

type Wanted = Pick<OpenWithdrawal, "accountId" | "nonce" | "amount" | "fee">;

interface FinderParts {
  readonly reader: ChainReader;
  readonly vault: Hex;
  /** The vaults before it; one of them may have paid a withdrawal that is still open. */
  readonly formers: readonly FormerVault[];
  /** The vault's first block. */
  readonly deployedBlock: number;
}

export class OutcomeFinder {
  readonly #parts: FinderParts;
  /** Logs by height, on the chain that ends in the safe block `#safe`. */
  #blocks = new Map<number, Promise<readonly ChainLog[]>>();
  #safe = "";
  readonly #searches = new Map<string, number>();

  readonly #addresses: readonly Hex[];

  constructor(parts: FinderParts) {
    const { vault, formers } = parts;
    // The search goes back to the first block of the oldest vault.
    this.#parts = { ...parts, deployedBlock: formers[0]?.deployedBlock ?? parts.deployedBlock };
    this.#addresses = [vault, ...formers.map((former) => former.vault)];
  }

  /** Looks only in the blocks of these transactions. @returns null when none of them has the outcome */
  async ofTransactions(wanted: Wanted, transactions: readonly Hex[], safe: Block): Promise<Outcome | null> {
    for (const transaction of transactions) {
      const receipt = await this.#parts.reader.receipt(transaction);
      if (receipt === undefined || receipt.block > safe.number || !receipt.succeeded) continue;
      const found = outcomeAmong(await this.#logsOf(receipt.block, safe), wanted);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * Searches backwards from the safe block, continuing where the last search ended.
   * @returns null when it is not found yet
   */
  async search(wanted: Wanted, safe: Block): Promise<Outcome | null> {
    const key = `${wanted.accountId}:${wanted.nonce}`;
    // Everything from here upwards was searched already.
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
    // After the whole range, the next search starts at the top again, with the blocks that came since.
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
    // A failure is not cached.
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

/** The wallet signs only the amount; the operator's key, which submits the payment, chooses the fee. */
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
