// Play money for a new wallet on a sandbox's own chain. The chain starts after the venue, so the money may have to wait for
// it: the browser remembers the wallets that wait, and a page that is loaded meanwhile goes on with them.

import { fundWallet, type RestClient } from "@evermark/client";

/** Test USDC for a wallet, to try a deposit with. */
export const WALLET_USDC = 1_000;
/** Two minutes: on a busy machine, a chain takes a while to start. */
const CHAIN_PATIENCE = { looks: 120, pollMs: 1_000 };
const STORED_AS = "evermark.wallets-to-fund";

/** What the browser has: `localStorage` and `navigator.locks`. */
export interface FundingSurroundings {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly locks: { request(name: string, work: () => Promise<void>): Promise<unknown> };
}

export class WalletFunding {
  readonly #rest: RestClient;
  readonly #surroundings: FundingSurroundings;

  constructor(rest: RestClient, surroundings?: FundingSurroundings) {
    this.#rest = rest;
    this.#surroundings = surroundings ?? { storage: localStorage, locks: navigator.locks };
  }

  /** Funds a wallet once the chain is there. Resolves then, or when there is no such chain. */
  async add(wallet: string): Promise<void> {
    this.#write([...this.#read(), wallet]);
    await this.resume();
  }

  /** Funds the wallets that still wait. One tab does it at a time; if it is closed, another one goes on. */
  async resume(): Promise<void> {
    if (this.#read().length === 0) return;
    await this.#surroundings.locks.request(STORED_AS, async () => {
      for (const wallet of this.#read()) {
        await fundWallet({ rest: this.#rest }, wallet, WALLET_USDC, CHAIN_PATIENCE);
        this.#write(this.#read().filter((other) => other !== wallet));
      }
    });
  }

  #read(): readonly string[] {
    try {
      const stored: unknown = JSON.parse(this.#surroundings.storage.getItem(STORED_AS) ?? "[]");
      return Array.isArray(stored) ? stored.filter((wallet) => typeof wallet === "string") : [];
    } catch {
      return [];
    }
  }

  #write(wallets: readonly string[]): void {
    this.#surroundings.storage.setItem(STORED_AS, JSON.stringify(wallets));
  }
}
