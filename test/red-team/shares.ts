// Whose money a vault has: its fund belongs to the provider's strategy shares and, through the vault's, to the
// investors; queued deposits and unpaid redemptions, which the fund still holds, belong to the accounts that requested
// them.

import type { Engine } from "@evermark/engine";

/** A fraction, and micros. */
interface VaultClaim {
  /** The fraction of the fund. */
  readonly part: number;
  /** The amount in addition to that. */
  readonly cash: number;
}

/** What some accounts own of a vault. */
export function belongsTo(engine: Engine, vaultId: string, isTheirs: (account: number) => boolean): VaultClaim {
  const vault = engine.vaults.vault(vaultId);
  if (vault === undefined) return { part: 0, cash: 0 };
  const { provider, mainShares, vaultStrategyShares, providerStrategyShares } = vault;
  const total = vaultStrategyShares + providerStrategyShares;
  const ofProvider = isTheirs(provider) ? 1 : 0;
  let theirs = 0;
  for (const holder of engine.vaults.holders(vaultId))
    if (isTheirs(holder)) theirs += engine.vaults.shares(vaultId, holder).total;
  // Without investors, everything in the vault is the provider's.
  const ofVault = mainShares === 0 ? ofProvider : theirs / mainShares;
  const part = total === 0 ? ofProvider : (ofProvider * providerStrategyShares + ofVault * vaultStrategyShares) / total;
  let cash = 0;
  for (const { account, operation, unsettled, unpaid } of engine.vaults.operations(vaultId)) {
    cash -= part * unpaid;
    if (!isTheirs(account)) continue;
    cash += unpaid + (operation.endsWith("DEPOSIT") ? unsettled : 0);
  }
  return { part, cash };
}
