// Which account a receiver address belongs to. Each address takes a few hash computations, so they are computed in slices
// between which orders are served, once per account and process. Rules 9.2: sub-accounts and the funds of strategy vaults
// have no address.

import type { EngineReader } from "@evermark/engine";
import type { Hex } from "viem";
import { receiverMaker } from "./receiver-address.ts";

/** About half a millisecond. */
const SLICE_ACCOUNTS = 16;

export function mayReceive(engine: EngineReader, account: number): boolean {
  const isMain = engine.account(account).mainAccount === account;
  return isMain && engine.vaults.vaultOfFund(account) === undefined;
}

export class ReceiverAccounts {
  readonly #engine: EngineReader;
  readonly #addressOf: (accountId: Hex) => Hex;
  readonly #accounts = new Map<Hex, number>();
  #looked = 0;
  #adding: Promise<void> | null = null;

  constructor(engine: EngineReader, factory: Hex) {
    this.#engine = engine;
    this.#addressOf = receiverMaker(factory);
  }

  /** Resolves when every account that is open now is known. */
  async completed(): Promise<void> {
    const upTo = this.#engine.accountCount;
    while (this.#looked < upTo) {
      this.#adding ??= this.#add();
      await this.#adding;
    }
  }

  /** Undefined for an address that belongs to no account. */
  find(address: Hex): number | undefined {
    return this.#accounts.get(address);
  }

  get size(): number {
    return this.#accounts.size;
  }

  addresses(): IterableIterator<Hex> {
    return this.#accounts.keys();
  }

  async #add(): Promise<void> {
    const end = Math.min(this.#looked + SLICE_ACCOUNTS, this.#engine.accountCount);
    for (let account = this.#looked; account < end; account++) {
      const { accountId } = this.#engine.account(account);
      if (!isAccountId(accountId) || !mayReceive(this.#engine, account)) continue;
      this.#accounts.set(this.#addressOf(accountId), account);
    }
    this.#looked = end;
    await new Promise((resolve) => setImmediate(resolve));
    this.#adding = null;
  }
}

/** The venue's own accounts have no such id. */
function isAccountId(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text);
}
