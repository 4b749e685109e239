// A market's initial and maintenance margin ratios: the part of a notional that must be covered. Rules 5.1 and 5.7.
//
// D(num, den, N) = the least r ≥ 0 with r⁵ · den⁵ · 10²⁴ ≥ num⁵ · N⁴, that is (num ÷ den) × N^(4/5) with N in whole
// USDC, rounded up at 10⁻¹⁰. It only matters above a notional that depends on the leverage alone, so the common path
// compares with that notional and never takes a root.

import { assert } from "../../base/fault.ts";
import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { E10, type Leverage, type Micros, type RatioE10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";

const TEN_24 = 10n ** 24n;
/** Where notional × ratio is below this, the product divided by 10¹⁰ fits in 2^53. */
const PRODUCT_MAX = 9e25;
/** 1 + 2⁻⁵⁰: more than the rounding errors of a division and a product can take away. */
const SHARE_UP = 1 + 1 / 1_125_899_906_842_624;

/** The margin terms of a leverage in a market. */
interface LeverageTerms {
  /** max(⌈10¹⁰ ÷ L⌉, base_imr): binds up to `baseNotional`. */
  readonly ratio: RatioE10;
  readonly baseNotional: Micros;
  /** The ratio as a factor of a notional, rounded up so that no product with it is too small. */
  readonly share: number;
  /** The largest notional at this leverage (rules 5.7), micros. */
  readonly maxNotional: Micros;
}

/** Not a valid leverage. */
const NONE_YET = -1;

export class MarginRatios {
  readonly #parameters: MarketParameters;
  readonly #maintenanceFactor: number;
  /** Up to here `base_mmr` binds, micros. */
  readonly #maintenanceBase: Micros;
  readonly #terms: (LeverageTerms | undefined)[] = [];
  /** The leverage of the last call, mostly the market's default, and its terms: kept here to save the look-up. */
  #leverage = NONE_YET;
  #ratio = 0;
  #baseNotional = 0;
  #share = 0;
  #maxNotional = 0;

  constructor(parameters: MarketParameters) {
    this.#parameters = parameters;
    this.#maintenanceFactor = parameters.baseMmr * parameters.imrFactor;
    assert(Number.isSafeInteger(this.#maintenanceFactor), "base_mmr × imr_factor fits in 2^53", {
      symbol: parameters.symbol,
    });
    this.#maintenanceBase = notionalWithin(this.#maintenanceFactor, parameters.baseImr, parameters.baseMmr);
  }

  get maxLeverage(): Leverage {
    return Math.floor(E10 / this.#parameters.baseImr);
  }

  /** IMR(L, N) in 10⁻¹⁰; N in micros. */
  initial(leverage: Leverage, notional: Micros): RatioE10 {
    this.#turnTo(leverage);
    if (notional <= this.#baseNotional) return this.#ratio;
    return Math.max(this.#ratio, curve(this.#parameters.imrFactor, 1, notional));
  }

  /** MMR(N) in 10⁻¹⁰. */
  maintenance(notional: Micros): RatioE10 {
    const { baseMmr, baseImr } = this.#parameters;
    if (notional <= this.#maintenanceBase) return baseMmr;
    return Math.max(baseMmr, curve(this.#maintenanceFactor, baseImr, notional));
  }

  /** IM = ⌈N · IMR ÷ 10¹⁰⌉, micros. */
  initialMargin(leverage: Leverage, notional: Micros): number {
    return notional === 0 ? 0 : requirement(notional, this.initial(leverage, notional));
  }

  /** At least `initialMargin`, and at most a few micros more for notionals that occur: a bound without exact rounding. */
  initialMarginAtMost(leverage: Leverage, notional: Micros): number {
    this.#turnTo(leverage);
    return notional <= this.#baseNotional ? notional * this.#share + 1 : this.initialMargin(leverage, notional);
  }

  /** MM = ⌈N · MMR ÷ 10¹⁰⌉, micros. */
  maintenanceMargin(notional: Micros): number {
    return notional === 0 ? 0 : requirement(notional, this.maintenance(notional));
  }

  /** The largest notional that a leverage allows: D(imr_factor, 1, N) × L ≤ 10¹⁰. Micros. */
  maxNotional(leverage: Leverage): number {
    this.#turnTo(leverage);
    return this.#maxNotional;
  }

  #turnTo(leverage: Leverage): void {
    if (leverage === this.#leverage) return;
    const { ratio, baseNotional, share, maxNotional } = this.#termsOf(leverage);
    this.#leverage = leverage;
    this.#ratio = ratio;
    this.#baseNotional = baseNotional;
    this.#share = share;
    this.#maxNotional = maxNotional;
  }

  #termsOf(leverage: Leverage): LeverageTerms {
    const known = this.#terms[leverage];
    if (known !== undefined) return known;
    const { imrFactor, baseImr } = this.#parameters;
    const ratio = Math.max(Math.ceil(E10 / leverage), baseImr);
    const terms = {
      ratio,
      baseNotional: notionalWithin(imrFactor, 1, ratio),
      share: (ratio / E10) * SHARE_UP,
      maxNotional: notionalWithin(imrFactor, 1, Math.floor(E10 / leverage)),
    };
    this.#terms[leverage] = terms;
    return terms;
  }
}

/**
 * ⌈N · ratio ÷ 10¹⁰⌉. The ratio exceeds 1 when a price multiplies under a large position, so the product may not fit in
 * 2^53; then the largest number that does is used instead. No account holds that much, so every decision is the same.
 */
function requirement(notional: Micros, ratio: RatioE10): number {
  return notional * ratio < PRODUCT_MAX ? mulDivCeil(notional, ratio, E10) : Number.MAX_SAFE_INTEGER;
}

/** D(num, den, N). A double decides, except close to a whole number, where integers decide. */
export function curve(num: RatioE10, den: RatioE10, notional: Micros): number {
  if (notional === 0 || num === 0) return 0;
  const usdc = notional / 1_000_000;
  const estimate = ((num / den) * usdc) / fifthRoot(usdc);
  const ratio = Math.ceil(estimate);
  const margin = estimate * 1e-13;
  if (ratio - estimate > margin && estimate - (ratio - 1) > margin) return ratio;
  const target = BigInt(num) ** 5n * BigInt(notional) ** 4n;
  const scale = BigInt(den) ** 5n * TEN_24;
  let exact = BigInt(Math.max(0, ratio - 2));
  while (exact ** 5n * scale < target) exact++;
  return Number(exact);
}

/** The largest N with D(num, den, N) ≤ ratio, in micros; at most 2^53 − 1. */
function notionalWithin(num: RatioE10, den: RatioE10, ratio: RatioE10): number {
  if (num === 0) return Number.MAX_SAFE_INTEGER;
  const bound = (BigInt(ratio) ** 5n * BigInt(den) ** 5n * TEN_24) / BigInt(num) ** 5n;
  let low = 0n;
  let high = BigInt(Number.MAX_SAFE_INTEGER);
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** 4n <= bound) low = middle;
    else high = middle - 1n;
  }
  return Number(low);
}

/** Newton's method from above: it stops when the estimate no longer falls. */
function fifthRoot(n: number): number {
  let y = n < 1 ? 1 : Math.sqrt(Math.sqrt(n));
  for (;;) {
    const square = y * y;
    const next = (4 * y + n / (square * square)) / 5;
    if (next >= y) return y;
    y = next;
  }
}
