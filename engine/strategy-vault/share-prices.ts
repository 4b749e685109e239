// What shares are worth. Rules 10.1, 10.4; pure arithmetic in whole numbers: money in micros, shares in 10⁻⁶, prices in
// 10⁻⁸ USDC a share. Everything is rounded down, so what does not come out even stays with the remaining shares.

import { E8 } from "../units.ts";

/** A price at the start: 1 USDC. */
export const FIRST_PRICE = E8;

/** Fund NAV ÷ strategy shares; a fund that is worth nothing has a price of nothing. */
export function strategyPriceOf(nav: number, shares: number, last: number): number {
  return shares === 0 ? last : quotient(Math.max(0, nav), E8, shares);
}

/** Vault's strategy shares × strategy price ÷ main shares. */
export function mainPriceOf(vaultShares: number, strategyPrice: number, mainShares: number, last: number): number {
  return mainShares === 0 ? last : quotient(vaultShares, strategyPrice, mainShares);
}

/** ⌊shares × price⌋, micros. */
export function worth(shares: number, price: number): number {
  return quotient(shares, price, E8);
}

/** ⌊amount ÷ price⌋, 10⁻⁶ shares; price > 0. */
export function sharesFor(amount: number, price: number): number {
  return quotient(amount, E8, price);
}

/** The fewest shares that are worth an amount; price > 0. */
export function sharesCovering(amount: number, price: number): number {
  const shares = sharesFor(amount, price);
  return BigInt(shares) * BigInt(price) < BigInt(amount) * BigInt(E8) ? shares + 1 : shares;
}

/** ⌊max(0, main price − mark) × main shares × percent⌋, micros. */
export function performanceFee(mainPrice: number, mark: number, mainShares: number, percent: number): number {
  return Number((BigInt(Math.max(0, mainPrice - mark)) * BigInt(mainShares) * BigInt(percent)) / 10_000_000_000n);
}

function quotient(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}
