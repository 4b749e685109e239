// Exchanges shares for money and money for shares, at the prices of a period start. The value of a share never falls by
// it: a redemption burns no more of the vault's strategy shares than its part and is paid their value, a deposit pays
// for whole shares of 10⁻⁶ and gets the rest back, and both are rounded against the account that redeems or deposits.
// Rules 10.3 (4), (5).

import { assert } from "../../base/fault.ts";
import type { Behaviour, Micros, Shares } from "../../base/units.ts";
import { burn, mint } from "../../memory/business/vault-holders.ts";
import { VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import type { Vault, VaultOperation } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { fundNav } from "./fund.ts";
import { mainPriceOf, proportion, sharesCovering, sharesFor, worth, worthUp } from "./share-prices.ts";

/** From this behaviour on; before, main shares were exchanged at their rounded price, and a deposit paid its whole amount. */
export const EXACT_SINCE = 3;

interface MintResult {
  /** 10⁻⁶; 0 when nothing was minted. */
  readonly shares: Shares;
  /** What the shares cost, micros. */
  readonly cost: Micros;
}
const NOTHING: MintResult = { shares: 0, cost: 0 };

/**
 * Redeems as many of a request's shares as the gate allows; the rest stays queued.
 * @param room micros that the gate still allows
 * @returns micros that are due for them
 */
export function redeem({ behaviour }: State, vault: Vault, operation: VaultOperation, room: Micros): Micros {
  const { vaultId } = vault;
  const shares = redeemable(behaviour, vault, operation.left, room);
  assert(shares >= 0 && shares <= operation.left, "a request redeems what is left of it", { vaultId, shares, room });
  if (shares < operation.left) vault.gateTriggered = true;
  const { given, amount } = behaviour < EXACT_SINCE ? atRoundedPrice(vault, shares) : asPart(vault, shares);
  vault.vaultStrategyShares -= given;
  assert(vault.vaultStrategyShares >= 0, "a vault gives strategy shares that it has", { vaultId, shares, given });
  burn(vault, operation.account, shares);
  operation.left -= shares;
  operation.due += amount;
  if (vault.mainShares === 0) {
    // The remainder from rounding belongs to the remaining shares, which are the provider's.
    vault.providerStrategyShares += vault.vaultStrategyShares;
    vault.vaultStrategyShares = 0;
  }
  return amount;
}

function redeemable(behaviour: Behaviour, vault: Vault, left: Shares, room: Micros): Shares {
  const { mainPrice, strategyPrice, mainShares, vaultStrategyShares } = vault;
  if (behaviour < EXACT_SINCE) return worth(left, mainPrice) <= room ? left : sharesFor(room, mainPrice);
  if (asPart(vault, left).amount <= room) return left;
  // Their value exceeds the room, so neither the price nor the vault's shares are zero.
  return Math.min(left, proportion(mainShares, sharesFor(room, strategyPrice), vaultStrategyShares));
}

/** ⌊V × s ÷ M⌋ strategy shares, and their value. */
function asPart({ vaultStrategyShares, mainShares, strategyPrice }: Vault, shares: Shares) {
  const given = shares === 0 ? 0 : proportion(vaultStrategyShares, shares, mainShares);
  return { given, amount: worth(given, strategyPrice) };
}

function atRoundedPrice({ vaultStrategyShares, mainPrice, strategyPrice }: Vault, shares: Shares) {
  const amount = worth(shares, mainPrice);
  // Never more strategy shares than the vault has: rounding may require one more with the last main shares.
  const given = amount === 0 ? 0 : Math.min(sharesCovering(amount, strategyPrice), vaultStrategyShares);
  return { given, amount };
}

/**
 * Mints the shares that a deposit pays for. It mints nothing at a price of 0, or at one so small or large that the
 * shares could not be counted, nor while the fund has less than it owes to redeemed shares, because then shares would
 * cost more than they are worth.
 */
export function invest(state: State, vault: Vault, { account, operation, amount }: VaultOperation): MintResult {
  const { strategyPrice, mainPrice, kind } = vault;
  const isExact = state.behaviour >= EXACT_SINCE;
  if (strategyPrice === 0 || (mainPrice === 0 && !isExact)) return NOTHING;
  if (isExact && fundNav(state, vault) < 0) return NOTHING;
  const strategyShares = sharesFor(amount, strategyPrice);
  if (!fits(strategyShares, vault.providerStrategyShares + vault.vaultStrategyShares)) return NOTHING;
  const cost = isExact ? worthUp(strategyShares, strategyPrice) : amount;
  if (operation === "SP_DEPOSIT") {
    vault.providerStrategyShares += strategyShares;
    return { shares: strategyShares, cost };
  }
  const shares = isExact ? mainSharesFor(vault, strategyShares) : sharesFor(amount, mainPrice);
  if (!fits(shares, vault.mainShares)) return NOTHING;
  mint(vault, account, shares, state.now + VAULT_TERMS[kind].lockupMs);
  vault.vaultStrategyShares += strategyShares;
  return { shares, cost };
}

/** Main shares in proportion to the strategy shares; at the last prices while the vault has no strategy shares. */
function mainSharesFor(vault: Vault, strategyShares: Shares): Shares {
  const { mainShares, vaultStrategyShares, strategyPrice, mainPrice } = vault;
  if (vaultStrategyShares > 0) return proportion(mainShares, strategyShares, vaultStrategyShares);
  return mainPrice === 0 ? 0 : proportion(strategyShares, strategyPrice, mainPrice);
}

function fits(minted: Shares, before: Shares): boolean {
  return minted > 0 && Number.isSafeInteger(before + minted);
}

/** Adapts the prices of a state of a former behaviour, so that no share is worth more than its part of the vault. */
export function adoptExactShares(state: State): void {
  for (const vault of state.vaults.list()) {
    const { vaultStrategyShares, strategyPrice, mainShares, mainPrice } = vault;
    vault.mainPrice = Math.min(mainPrice, mainPriceOf(vaultStrategyShares, strategyPrice, mainShares, mainPrice));
  }
}
