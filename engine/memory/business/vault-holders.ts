// Investors' main shares: locked when minted, available after the lock-up, queued while a redemption waits. Rules 10.2, 10.3.
// Every main share of a vault belongs to exactly one holder and is in exactly one of these three states.

import { assert } from "../../base/fault.ts";
import type { AccountNumber, Millis, Shares } from "../../base/units.ts";
import type { Holder, Vault } from "./vaults.ts";

export function totalOf({ free, queued, lots }: Holder): number {
  return lots.reduce((sum, lot) => sum + lot.shares, free + queued);
}

/** The shares that could be redeemed at a given time. A closing vault has no lock-ups. */
export function availableOf(vault: Vault, holder: Holder, at: Millis): number {
  return holder.lots.reduce((sum, lot) => sum + (isReleased(vault, lot.availableAt, at) ? lot.shares : 0), holder.free);
}

/** Mints shares to an account. */
export function mint(vault: Vault, account: AccountNumber, shares: Shares, availableAt: Millis): void {
  assert(shares > 0, "a mint makes shares", { vaultId: vault.vaultId, account, shares });
  const holder: Holder = vault.holders.get(account) ?? { free: 0, queued: 0, lots: [] };
  holder.lots.push({ shares, availableAt });
  vault.holders.set(account, holder);
  vault.mainShares += shares;
}

/** Moves available shares into a redemption. */
export function queueShares(vault: Vault, holder: Holder, shares: Shares, at: Millis): void {
  holder.free = availableOf(vault, holder, at) - shares;
  assert(shares > 0 && holder.free >= 0, "shares that are queued were available", { vaultId: vault.vaultId, shares });
  holder.lots = holder.lots.filter((lot) => !isReleased(vault, lot.availableAt, at));
  holder.queued += shares;
}

/** Burns shares of a redemption; a holder with nothing left is forgotten. */
export function burn(vault: Vault, account: AccountNumber, shares: Shares): void {
  const holder = vault.holders.get(account)!;
  holder.queued -= shares;
  vault.mainShares -= shares;
  const { vaultId, mainShares } = vault;
  assert(holder.queued >= 0 && mainShares >= 0, "shares that are burned were queued", { vaultId, account, shares });
  if (totalOf(holder) === 0) vault.holders.delete(account);
}

function isReleased(vault: Vault, availableAt: Millis, at: Millis): boolean {
  return vault.state === "closing" || availableAt <= at;
}
