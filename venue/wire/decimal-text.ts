// Whole numbers of the engine's scales as decimal text, exact to the last digit: the wire format of `POST
// /v1/public/query`. Prices and quantities are padded to the decimals of their market's steps; other numbers have no
// trailing zeros. Interface 4.3.

import type { MarketParameters } from "@evermark/engine";

export const MICRO_DECIMALS = 6;
const E8_DECIMALS = 8;
const E10_DECIMALS = 10;
const FEE_DECIMALS = 5;

type Whole = number | bigint;

/** The steps of which a market's prices and quantities are multiples, in 10^-8. */
export type StepsOfMarket = Pick<MarketParameters, "quoteTick" | "baseTick">;

/** Money in USDC. */
export const moneyText = (micros: Whole): string => decimalText(micros, MICRO_DECIMALS);
/** A ratio in 10^-8. */
export const e8Text = (n: number): string => decimalText(n, E8_DECIMALS);
/** A funding rate or a margin factor, in 10^-10. */
export const e10Text = (n: number): string => decimalText(n, E10_DECIMALS);
/** A fee rate as a fraction. */
export const feeRateText = (n: number): string => decimalText(n, FEE_DECIMALS);

/** A price in USDC from ticks of its market. */
export function priceText({ quoteTick }: StepsOfMarket, ticks: number): string {
  return stepsText(ticks, quoteTick);
}

/** A price in 10^-8 that need not be a whole number of ticks: with at least the decimals of the tick. */
export function finePriceText({ quoteTick }: StepsOfMarket, e8: number): string {
  return decimalText(e8, E8_DECIMALS, decimalsOf(quoteTick));
}

/** A quantity in base currency from lots of its market; keeps the sign. */
export function quantityText({ baseTick }: StepsOfMarket, lots: number): string {
  return stepsText(lots, baseTick);
}

/** A multiple of a step needs no more decimals than the step, and is padded to them, so a division finds its digits. */
function stepsText(count: number, step: number): string {
  const decimals = decimalsOf(step);
  const whole = count * (step / POWERS[E8_DECIMALS - decimals]!);
  if (decimals === 0 || !(whole >= 0 && whole <= QUICK_MAX)) {
    return decimalText(times(count, step), E8_DECIMALS, decimals);
  }
  const unit = POWERS[decimals]!;
  const units = Math.floor(whole / unit);
  // A 1 in front of the digits keeps their leading zeros.
  return `${units}.${String(unit + whole - units * unit).slice(1)}`;
}

const POWERS = Array.from({ length: E8_DECIMALS + 1 }, (_, zeros) => Number(`1e${zeros}`));
/** Far below 2^53, where the quotient of two whole numbers, rounded down, is exact. */
const QUICK_MAX = 1e15;

/**
 * `whole` × 10^-places.
 * @param leastDecimals decimals that are written even if they are zeros
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

/** Decimals of a step given in 10^-8: 0.1 has one, 1 has none. */
export function decimalsOf(stepE8: number): number {
  const known = decimalsKnown.get(stepE8);
  if (known !== undefined) return known;
  let decimals = E8_DECIMALS;
  for (let step = stepE8; decimals > 0 && step % 10 === 0; step /= 10) decimals--;
  if (decimalsKnown.size < STEPS_KNOWN_MAX) decimalsKnown.set(stepE8, decimals);
  return decimals;
}

/** Cache for the steps of markets, which are few. */
const decimalsKnown = new Map<number, number>();
const STEPS_KNOWN_MAX = 1_000;

function times(count: number, step: number): Whole {
  const product = count * step;
  return Number.isSafeInteger(product) ? product : BigInt(count) * BigInt(step);
}
