// Final deposits that are too small to open an account: otherwise dust sent to a thousand wallets would leave a venue
// with a thousand accounts for ever. They wait in a small file until their account exists, opened by its owner or by a
// large enough deposit. When the file is lost, the vault is read again.

import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Hex } from "viem";
import type { VaultDeposit } from "./vault-logs.ts";

/** No more are stored; the rest is found when the vault is read again. */
const WAITING_MAX = 10_000;

type StoredDeposit = Omit<VaultDeposit, "nonce" | "amount"> & { readonly nonce: string; readonly amount: string };

export class WaitingDeposits {
  readonly #path: string | null;
  readonly #vault: Hex;
  #all: VaultDeposit[];

  /** @param path null where nothing is stored */
  constructor(path: string | null, vault: Hex) {
    this.#path = path;
    this.#vault = vault;
    const kept = path === null ? [] : keptIn(path, vault);
    this.#all = kept ?? [];
    if (kept === undefined) this.#write();
  }

  get accountIds(): ReadonlySet<Hex> {
    return new Set(this.#all.map(({ accountId }) => accountId));
  }

  of(accountId: Hex): readonly VaultDeposit[] {
    return this.#all.filter((each) => each.accountId === accountId);
  }

  /** Adds durably. @returns those for which there is no room */
  add(deposits: readonly VaultDeposit[]): readonly VaultDeposit[] {
    const known = new Set(this.#all.map(placeOf));
    const fresh = deposits.filter((each) => !known.has(placeOf(each)));
    const room = Math.max(0, WAITING_MAX - this.#all.length);
    if (fresh.length > 0 && room > 0) this.#keep([...this.#all, ...fresh.slice(0, room)]);
    return fresh.slice(room);
  }

  remove(deposits: readonly VaultDeposit[]): void {
    const gone = new Set(deposits.map(placeOf));
    const left = this.#all.filter((each) => !gone.has(placeOf(each)));
    if (left.length < this.#all.length) this.#keep(left);
  }

  /** Drops deposits above a block, which are read again or were replaced. */
  forgetAfter(block: number): void {
    if (this.#all.some(({ log }) => log.block > block)) this.#keep(this.#all.filter(({ log }) => log.block <= block));
  }

  #keep(all: VaultDeposit[]): void {
    this.#all = all;
    this.#write();
  }

  #write(): void {
    if (this.#path === null) return;
    const waiting = this.#all.map(
      (each): StoredDeposit => ({ ...each, nonce: String(each.nonce), amount: String(each.amount) }),
    );
    writeFacts(this.#path, { vault: this.#vault, waiting }, true);
  }
}

function placeOf({ log, ordinal }: VaultDeposit): string {
  return `${log.transaction}:${ordinal}`;
}

/** Undefined for a file that is missing, damaged, or of another vault. */
function keptIn(path: string, vault: Hex): VaultDeposit[] | undefined {
  const read = readFacts(path);
  if (typeof read === "string") return undefined;
  const facts = read.facts as { readonly vault?: unknown; readonly waiting?: readonly StoredDeposit[] };
  if (facts.vault !== vault || !Array.isArray(facts.waiting)) return undefined;
  return facts.waiting.map((each: StoredDeposit) => ({
    ...each,
    nonce: BigInt(each.nonce),
    amount: BigInt(each.amount),
  }));
}
