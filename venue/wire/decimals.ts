// Decimals at the edge: only here do wire numbers become whole numbers of the engine's scales, and engine numbers become
// wire numbers. Digits are read from text, never through `n * 10 ** places`. Rules 1.1, errors 7.

import type { MarketParameters } from "@evermark/engine";

/** Decimals of an order's prices and quantities on the wire. */
export const ORDER_DECIMALS = 8;
/** Decimals of a USDC amount on the wire. */
export const MONEY_DECIMALS = 6;

/**
 * A decimal as a whole number of 10^-places. `too_large` is a number beyond ±2^53 after scaling; its `value` is the
 * nearest safe integer, so that a filter with a maximum refuses it like any other excess.
 */
type Decimal =
  | { readonly kind: "exact" | "too_large"; readonly value: number }
  | { readonly kind: "not_a_number" }
  | { readonly kind: "too_many_decimals" };

// Longer inputs are no valid numbers; the bound keeps a hostile text from costing time.
const LENGTH_MAX = 64;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Reads a JSON number or a numeric text as a whole number of 10^-`places`. A number counts by its shortest spelling
 * (`String(n)`), and trailing zeros are no decimals: `1.500` has one.
 */
export function parseDecimal(input: unknown, places: number): Decimal {
  if (typeof input === "number") {
    // JSON can spell numbers beyond every double; they arrive as an infinity.
    if (!Number.isFinite(input)) return Number.isNaN(input) ? { kind: "not_a_number" } : saturated(input < 0);
    if (Number.isSafeInteger(input)) return scaled(input, places);
    const text = String(input);
    return parsePlain(text, places) ?? parseText(text, places);
  }
  if (typeof input !== "string" || input.length > LENGTH_MAX) return { kind: "not_a_number" };
  return parsePlain(input, places) ?? parseText(input, places);
}

const POINT = ".".charCodeAt(0);
const ZERO = "0".charCodeAt(0);
/** Any number of this many digits is exact as a double. */
const PLAIN_LENGTH_MAX = 15;

/** Reads the form of nearly every order, such as `60000.1`: few digits and a point. Anything else is left to `parseText`. */
function parsePlain(text: string, places: number): Decimal | undefined {
  const { length } = text;
  if (length > PLAIN_LENGTH_MAX) return undefined;
  let digits = 0;
  let pointAt = length;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (code === POINT && pointAt === length && at > 0) pointAt = at;
    else return undefined;
  }
  const decimals = pointAt === length ? 0 : length - pointAt - 1;
  const endsInPoint = pointAt === length - 1;
  return length === 0 || endsInPoint || decimals > places ? undefined : scaled(digits, places - decimals);
}

const POWERS = Array.from({ length: PLAIN_LENGTH_MAX + 1 }, (_, zeros) => Number(`1e${zeros}`));

/** A whole number followed by this many zeros. A product below 2^53 is exact; a larger one is recognized as too large. */
function scaled(whole: number, zeros: number): Decimal {
  const value = whole * (POWERS[zeros] ?? Number.POSITIVE_INFINITY);
  if (!Number.isSafeInteger(value) && whole !== 0) return saturated(whole < 0);
  // Negative zero becomes zero.
  return { kind: "exact", value: whole === 0 ? 0 : value };
}

function parseText(text: string, places: number): Decimal {
  const match = DECIMAL.exec(text);
  if (match === null) return { kind: "not_a_number" };
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const negative = sign === "-";

  // The value is `digits` × 10^-decimals, with no zero at either end of `digits`.
  const leading = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = leading.replace(/0+$/, "");
  if (digits === "") return { kind: "exact", value: 0 };
  const decimals = fraction.length - Number(exponent) - (leading.length - digits.length);

  if (decimals > places) return { kind: "too_many_decimals" };
  const zeros = places - decimals;
  // 2^53 has 16 digits; a longer number is too large and need not be built.
  if (digits.length + zeros > 16) return saturated(negative);
  const value = Number(digits + "0".repeat(zeros));
  if (!Number.isSafeInteger(value)) return saturated(negative);
  return { kind: "exact", value: negative ? -value : value };
}

function saturated(negative: boolean): Decimal {
  return { kind: "too_large", value: negative ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER };
}

// 10^k is a double without error up to k = 22, so each division below rounds once: the nearest double, whose shortest
// spelling is the decimal itself for all values up to 15 digits.

/** Money in USDC. */
export const fromMicros = (n: number): number => n / 1e6;
/** A price or quantity in 10^-8. */
export const fromE8 = (n: number): number => n / 1e8;
/** A ratio, funding rate or margin factor. */
export const fromE10 = (n: number): number => n / 1e10;
/** A number in 10^-`places`. */
export const fromPlaces = (n: number, places: number): number => n / POWERS[places]!;
/** A fee rate as a fraction. */
export const fromFeeE5 = (n: number): number => n / 1e5;
/** A fee rate in basis points: a rate of 60 in 10^-5 is 6. */
export const feeInBasisPoints = (n: number): number => n / 10;

/** Unitary funding, in 10^-18, shown with 15 decimals; further digits are cut off. Rules 1.1. */
export function fromUnitaryFunding(n: bigint): number {
  const e15 = n / 1_000n;
  const value = Number(e15);
  return Number.isSafeInteger(value) ? value / 1e15 : Number(`${e15}e-15`);
}

/** A price in quote currency from ticks of its market. */
export const priceOf = (market: MarketParameters, ticks: number): number => steps(ticks, market.quoteTick);
/** A quantity in base currency from lots of its market; keeps the sign. */
export const quantityOf = (market: MarketParameters, lots: number): number => steps(lots, market.baseTick);

function steps(count: number, stepE8: number): number {
  const e8 = count * stepE8;
  if (Number.isSafeInteger(e8)) return fromE8(e8);
  // A day's volume of a market with small lots: the text of the exact product is rounded once.
  return Number(`${BigInt(count) * BigInt(stepE8)}e-8`);
}

/** Σ(price × quantity) ÷ Σ quantity at 8 decimals, half up; 0 when nothing executed. Rules 2.7. */
export function averagePrice(market: MarketParameters, notionalMicros: number, lots: number): number {
  return lots === 0 ? 0 : fromE8(averagePriceE8(market, notionalMicros, lots));
}

/** The same in 10⁻⁸; `lots` must be above 0. */
export function averagePriceE8(
  market: Pick<MarketParameters, "baseTick">,
  notionalMicros: number,
  lots: number,
): number {
  // Three roundings put a quotient of this size off by less than a hundredth: unless it is that near to a half, the
  // nearest whole number is known.
  const quotient = (notionalMicros * MICROS_TO_E16) / (lots * market.baseTick);
  const whole = Math.floor(quotient);
  const rest = quotient - whole;
  if (quotient < QUICK_MAX && Math.abs(rest - 0.5) > 0.01) return rest < 0.5 ? whole : whole + 1;
  const quantityE8 = BigInt(lots) * BigInt(market.baseTick);
  const notionalE16 = BigInt(notionalMicros) * BigInt(MICROS_TO_E16);
  return Number((2n * notionalE16 + quantityE8) / (2n * quantityE8));
}

const MICROS_TO_E16 = 10_000_000_000;
/** A price of 100,000 USDC. */
const QUICK_MAX = 1e13;
