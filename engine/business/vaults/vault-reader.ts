// Read access to strategy vaults.

import type { AccountNumber, Shares } from "../../base/units.ts";
import type { VaultOperationView, VaultReader, VaultView } from "../../language/views/views.ts";
import { availableOf, totalOf } from "../../memory/business/vault-holders.ts";
import { VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import type { Vault } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { fundNav } from "./fund.ts";
import { pricesAt, worth } from "./share-prices.ts";

export class StateVaultReader implements VaultReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  get vaultIds(): readonly string[] {
    return this.#state.vaults.list().map((vault) => vault.vaultId);
  }

  vault(vaultId: string): VaultView | undefined {
    const vault = this.#state.vaults.find(vaultId);
    return vault === undefined ? undefined : this.#view(vault);
  }

  findByAddress(address: string): string | undefined {
    return this.#state.vaults.findByAddress(address)?.vaultId;
  }

  vaultOfFund(account: AccountNumber): string | undefined {
    return this.#state.vaults.ofFund(account)?.vaultId;
  }

  shares(vaultId: string, account: AccountNumber): { readonly total: Shares; readonly available: Shares } {
    const vault = this.#state.vaults.find(vaultId);
    const holder = vault?.holders.get(account);
    if (vault === undefined || holder === undefined) return { total: 0, available: 0 };
    return { total: totalOf(holder), available: availableOf(vault, holder, this.#state.now) };
  }

  holders(vaultId: string): number[] {
    return [...(this.#state.vaults.find(vaultId)?.holders.keys() ?? [])].sort((a, b) => a - b);
  }

  operations(vaultId: string): VaultOperationView[] {
    const queue = this.#state.vaults.find(vaultId)?.queue ?? [];
    return queue.map(({ left, due, paid, at, ...operation }) => ({
      ...operation,
      at: at,
      state: due > 0 ? "assigned" : "pending",
      unsettled: left,
      unpaid: due,
      paid: paid,
    }));
  }

  #view(vault: Vault): VaultView {
    const { holders, queue, cash, createdAt, nextPeriodAt, providerQueued, ...shown } = vault;
    const fundNavNow = fundNav(this.#state, vault);
    const { mainPrice, strategyPrice, value } = pricesAt(vault, fundNavNow);
    return {
      ...shown,
      createdAt: createdAt,
      nextPeriodAt: nextPeriodAt,
      fundNav: fundNavNow,
      now: { mainPrice, strategyPrice, value: value },
      vaultNav: worth(vault.vaultStrategyShares, vault.strategyPrice),
      holderCount: holders.size,
      // The vault's cash is exactly that, to the micro, so the queue need not be summed.
      queuedDeposits: this.#state.accounts.holding(cash),
      terms: VAULT_TERMS[vault.kind],
    };
  }
}
