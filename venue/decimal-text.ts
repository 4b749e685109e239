// Whole numbers of the engine's scales as decimal text, exact to the last digit: the wire format of `POST
// /v1/public/query`. Prices and quantities are padded to the decimals of their market's steps, the rest has no zeros at
// its end. Interface 4.3.

import type { MarketParameters } from "@evermark/engine";

export const MICRO_DECIMALS = 6;
const E8_DECIMALS = 8;
const E10_DECIMALS = 10;
const FEE_DECIMALS = 5;

type Whole = number | bigint;

/** Money in USDC. */
export const moneyText = (micros: Whole): string => decimalText(micros, MICRO_DECIMALS);
/** A ratio that is kept in 10^-8. */
export const e8Text = (n: number): string => decimalText(n, E8_DECIMALS);
/** A funding rate or a margin factor, kept in 10^-10. */
export const e10Text = (n: number): string => decimalText(n, E10_DECIMALS);
/** A fee rate as a fraction. */
export const feeRateText = (n: number): string => decimalText(n, FEE_DECIMALS);

/** A price in USDC from ticks of its market. */
export function priceText({ quoteTick }: MarketParameters, ticks: number): string {
  return decimalText(times(ticks, quoteTick), E8_DECIMALS, decimalsOf(quoteTick));
}

/** A price that need not be a whole number of ticks, kept in 10^-8: with the decimals of the tick at least. */
export function finePriceText({ quoteTick }: MarketParameters, e8: number): string {
  return decimalText(e8, E8_DECIMALS, decimalsOf(quoteTick));
}

/** A quantity in base currency from lots of its market; keeps the sign. */
export function quantityText({ baseTick }: MarketParameters, lots: number): string {
  return decimalText(times(lots, baseTick), E8_DECIMALS, decimalsOf(baseTick));
}

/**
 * `whole` × 10^-places.
 * @param leastDecimals are written even if they are zeros
 */
export function decimalText(whole: Whole, places: number, leastDecimals = 0): string {
  const isNegative = whole < 0;
  const digits = String(isNegative ? -whole : whole).padStart(places + 1, "0");
  const point = digits.length - places;
  let end = digits.length;
  while (end > point + leastDecimals && digits.charCodeAt(end - 1) === ZERO) end--;
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return isNegative ? `-${text}` : text;
}

const ZERO = "0".charCodeAt(0);

/** Decimals of a step that is kept in 10^-8: 0.1 has one, 1 has none. */
export function decimalsOf(stepE8: number): number {
  let decimals = E8_DECIMALS;
  for (let step = stepE8; decimals > 0 && step % 10 === 0; step /= 10) decimals--;
  return decimals;
}

function times(count: number, step: number): Whole {
  const product = count * step;
  return Number.isSafeInteger(product) ? product : BigInt(count) * BigInt(step);
}
