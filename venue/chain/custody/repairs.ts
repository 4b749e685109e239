// Funding that filled a hole in the vault, as opposed to funding for withdrawals: money booked as a repair does not raise
// what the vault must hold. An operator names the funding transaction, once it is final. Only funding made after the hole
// was seen counts: money the vault had before fills nothing.

import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import type { ShortSince } from "../view/chain-view.ts";
import { fundedIn } from "./funded-total.ts";

interface Repair {
  readonly transaction: Hex;
  readonly block: number;
  /** In micros. */
  readonly amount: string;
}

interface StoredRepairs {
  readonly vault: string;
  readonly shortSince: ShortSince | null;
  readonly repairs: readonly Repair[];
}

interface RepairParts {
  readonly reader: ChainReader;
  readonly vault: Hex;
  /** The former vaults; transfers from them repair nothing. */
  readonly formers: readonly Hex[];
  readonly confirmations: number;
  readonly path: string;
}

export class Repairs {
  readonly #parts: RepairParts;
  #kept: StoredRepairs;

  constructor(parts: RepairParts) {
    this.#parts = parts;
    this.#kept = keptIn(parts) ?? { vault: parts.vault, shortSince: null, repairs: [] };
  }

  /** In micros. */
  get total(): bigint {
    return this.#kept.repairs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  }

  /** Where the present shortfall was first seen; null while nothing is missing. */
  get shortSince(): ShortSince | null {
    return this.#kept.shortSince;
  }

  /** Something is missing in this block; only the first such block is recorded. */
  short(since: ShortSince): void {
    if (this.#kept.shortSince === null) this.#keep({ ...this.#kept, shortSince: since });
  }

  whole(): void {
    if (this.#kept.shortSince !== null) this.#keep({ ...this.#kept, shortSince: null });
  }

  /**
   * Books a transaction's funding of the vault as a repair.
   * @returns why it is none; null when it is booked
   * @throws {ChainTrouble}
   */
  async book(transaction: Hex): Promise<string | null> {
    const { reader, vault, confirmations } = this.#parts;
    const { shortSince, repairs } = this.#kept;
    if (shortSince === null) return "nothing is missing from the vault";
    if (repairs.some((each) => each.transaction === transaction)) return "it is booked already";
    const receipt = await reader.receipt(transaction);
    if (receipt === undefined || !receipt.succeeded) return "the chain does not have it, or it has failed";
    if (receipt.block < shortSince.block)
      return `it was made before anything was missing, which was in block ${shortSince.block}`;
    const head = await reader.head();
    if (receipt.block > (await reader.final(head, confirmations))) return "it is not final yet: ask again";
    const to = await reader.block(receipt.block);
    if (to?.hash !== receipt.blockHash) return "its block was replaced: ask again";
    const logs = await reader.logs({ addresses: [vault], from: to.number, to });
    const amount = fundedIn(
      logs.filter((log) => log.transaction === transaction),
      this.#parts,
    );
    if (amount === 0n) return "it did not fund the vault with USDC";
    const repair = { transaction, block: receipt.block, amount: String(amount) };
    this.#keep({ ...this.#kept, repairs: [...this.#kept.repairs, repair] });
    return null;
  }

  #keep(kept: StoredRepairs): void {
    this.#kept = kept;
    writeFacts(this.#parts.path, kept, true);
  }
}

function keptIn({ path, vault }: RepairParts): StoredRepairs | undefined {
  const read = readFacts(path);
  if (typeof read === "string") return undefined;
  const kept = read.facts as Partial<StoredRepairs>;
  return kept.vault === vault && Array.isArray(kept.repairs) ? (kept as StoredRepairs) : undefined;
}
