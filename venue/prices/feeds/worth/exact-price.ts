// Reads prices exactly as venues write them: the digits of text, or of a JSON number's shortest spelling, become whole
// numbers of 10⁻¹⁸. No price goes through a double on its way to the engine.

const PLACES = 18;
export const ONE_E18 = 10n ** BigInt(PLACES);
/** A higher price is not believed. */
const PRICE_MAX = 10n ** 15n * ONE_E18;
const LENGTH_MAX = 64;
const DECIMAL = /^(\d{1,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Reads a price above 0. Digits beyond the 18th decimal are cut off. @returns undefined for anything else */
export function readPrice(raw: unknown): bigint | undefined {
  const text = typeof raw === "number" ? String(raw) : raw;
  if (typeof text !== "string" || text.length > LENGTH_MAX) return undefined;
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const zeros = PLACES - fraction.length + Number(exponent);
  const price = zeros >= 0 ? digits * 10n ** BigInt(zeros) : digits / 10n ** BigInt(-zeros);
  return price > 0n && price <= PRICE_MAX ? price : undefined;
}

/** The median; of an even number of prices the mean of the middle two, cut off. @param prices at least one */
export function middleOf(prices: readonly bigint[]): bigint {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[sorted.length >> 1]!;
  return sorted.length % 2 === 1 ? upper : (sorted[(sorted.length >> 1) - 1]! + upper) / 2n;
}

/** The distance of two prices, in millionths of the lower one, cut off. */
export function apartPpm(a: bigint, b: bigint): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return Number(((high - low) * 1_000_000n) / low);
}
