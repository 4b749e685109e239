// Share prices and values. Rules 10.1, 10.4; pure arithmetic in whole numbers: money in micros, shares in 10⁻⁶, prices
// in 10⁻⁸ USDC a share. Everything is rounded down, so remainders stay with the remaining shares.

import { E8, type Micros, type Percent, type SharePrice, type Shares } from "../../base/units.ts";

/** The price of a share at the start: 1 USDC. */
export const FIRST_PRICE = E8;

/** Fund NAV ÷ strategy shares; 0 for a fund without value, `last` without shares. */
export function strategyPriceOf(nav: Micros, shares: Shares, last: SharePrice): SharePrice {
  return shares === 0 ? last : quotient(Math.max(0, nav), E8, shares);
}

/** Vault's strategy shares × strategy price ÷ main shares; `last` without main shares. */
export function mainPriceOf(
  vaultShares: Shares,
  strategyPrice: SharePrice,
  mainShares: Shares,
  last: SharePrice,
): SharePrice {
  return mainShares === 0 ? last : quotient(vaultShares, strategyPrice, mainShares);
}

interface VaultShares {
  readonly performanceFeePercent: Percent;
  readonly mainShares: Shares;
  readonly vaultStrategyShares: Shares;
  readonly providerStrategyShares: Shares;
  readonly highWaterMark: SharePrice;
  /** At the last start. */
  readonly mainPrice: SharePrice;
  readonly strategyPrice: SharePrice;
}

/**
 * Rules 10.4 and 10.3 (3): the prices of a period that starts at a NAV.
 * @returns also the strategy shares that go to the provider as performance fee, and the value of the investors'
 * strategy shares after it
 */
export function pricesAt(shares: VaultShares, nav: Micros) {
  const { performanceFeePercent, mainShares, vaultStrategyShares, providerStrategyShares } = shares;
  const strategyPrice = strategyPriceOf(nav, vaultStrategyShares + providerStrategyShares, shares.strategyPrice);
  const before = mainPriceOf(vaultStrategyShares, strategyPrice, mainShares, shares.mainPrice);
  const fee = performanceFee(before, shares.highWaterMark, mainShares, performanceFeePercent);
  const feeShares = fee === 0 ? 0 : sharesFor(fee, strategyPrice);
  const left = vaultStrategyShares - feeShares;
  const mainPrice = mainPriceOf(left, strategyPrice, mainShares, shares.mainPrice);
  return { strategyPrice, mainPrice, feeShares, value: worth(left, strategyPrice) };
}

/** ⌊shares × price⌋, micros. */
export function worth(shares: Shares, price: SharePrice): Micros {
  return quotient(shares, price, E8);
}

/** ⌈shares × price⌉, micros. */
export function worthUp(shares: Shares, price: SharePrice): Micros {
  return Number((BigInt(shares) * BigInt(price) + BigInt(E8) - 1n) / BigInt(E8));
}

/** ⌊whole × part ÷ of⌋: the share of `whole` that `part` is of `of`; of > 0. */
export function proportion(whole: Shares, part: number, of: number): Shares {
  return quotient(whole, part, of);
}

/** ⌊amount ÷ price⌋, 10⁻⁶ shares; price > 0. */
export function sharesFor(amount: Micros, price: SharePrice): Shares {
  return quotient(amount, E8, price);
}

/** The fewest shares that are worth an amount; price > 0. */
export function sharesCovering(amount: Micros, price: SharePrice): Shares {
  const shares = sharesFor(amount, price);
  return BigInt(shares) * BigInt(price) < BigInt(amount) * BigInt(E8) ? shares + 1 : shares;
}

/** ⌊max(0, main price − mark) × main shares × percent⌋, micros. */
export function performanceFee(mainPrice: SharePrice, mark: SharePrice, mainShares: Shares, percent: Percent): Micros {
  return Number((BigInt(Math.max(0, mainPrice - mark)) * BigInt(mainShares) * BigInt(percent)) / 10_000_000_000n);
}

function quotient(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}
