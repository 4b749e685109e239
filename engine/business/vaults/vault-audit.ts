// The invariants of a vault's shares and cash, recomputed from scratch. Rules 10.

import { assert } from "../../base/fault.ts";
import type { Micros } from "../../base/units.ts";
import { totalOf } from "../../memory/business/vault-holders.ts";
import type { Vault } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { isDeposit } from "./cash.ts";
import { EXACT_SINCE } from "./share-exchange.ts";
import { worth } from "./share-prices.ts";

export function auditVaults(state: State): void {
  for (const vault of state.vaults.list()) auditVault(state, vault);
}

function auditVault(state: State, vault: Vault): void {
  const { vaultId, mainShares, vaultStrategyShares, providerStrategyShares, providerQueued } = vault;
  let shares = 0;
  for (const [account, holder] of vault.holders) {
    shares += totalOf(holder);
    const counts = [holder.free, holder.queued, ...holder.lots.map((lot) => lot.shares)];
    assert(totalOf(holder) > 0 && counts.every((n) => n >= 0), "a holder has shares", { vaultId, account });
    const queued = left(vault, (each) => each.operation === "LP_WITHDRAW" && each.account === account);
    assert(holder.queued === queued, "queued shares are in requests", { vaultId, account, queued });
  }
  assert(shares === mainShares, "every main share has a holder", { vaultId, shares, mainShares });
  assert(mainShares > 0 || vaultStrategyShares === 0, "strategy shares without main shares are the provider's", {
    vaultId,
    vaultStrategyShares,
  });
  const queued = left(vault, (each) => each.operation === "SP_WITHDRAW");
  assert(
    providerQueued === queued && queued <= providerStrategyShares && vaultStrategyShares >= 0,
    "the provider redeems what it has",
    { vaultId, providerQueued, providerStrategyShares },
  );
  if (state.behaviour >= EXACT_SINCE) assertMainCovered(vault);
  assertCash(state, vault);
}

/** A vault's cash account holds exactly the queued deposits. */
export function assertCash(state: State, vault: Vault): void {
  const waiting = left(vault, isDeposit);
  const cash = state.accounts.holding(vault.cash);
  assert(cash === waiting, "a vault's cash is its queued deposits", { vaultId: vault.vaultId, cash, waiting });
}

/**
 * The shares of a vault, each at its price, are never worth a micro more than what backs them. Before a vault is live a
 * few shares may be so dear that their price is no longer an exact number, so micros are compared.
 * @param nav of the fund
 */
export function assertCovered(vault: Vault, nav: Micros): void {
  const { vaultId, strategyPrice, vaultStrategyShares, providerStrategyShares } = vault;
  const strategyShares = vaultStrategyShares + providerStrategyShares;
  const isCovered = nav < 0 || worth(strategyShares, strategyPrice) <= nav;
  assert(isCovered, "strategy shares are worth no more than the fund", { vaultId, strategyShares, strategyPrice, nav });
  assertMainCovered(vault);
}

function assertMainCovered({ vaultId, mainShares, mainPrice, vaultStrategyShares, strategyPrice }: Vault): void {
  const isCovered = worth(mainShares, mainPrice) <= worth(vaultStrategyShares, strategyPrice);
  const values = { vaultId, mainShares, mainPrice, vaultStrategyShares, strategyPrice };
  assert(isCovered, "main shares are worth no more than the vault's strategy shares", values);
}

function left(vault: Vault, counts: (operation: Vault["queue"][number]) => boolean): number {
  return vault.queue.reduce((sum, each) => sum + (counts(each) ? each.left : 0), 0);
}
