// The markets of random worlds: small ones, where a handful of prices and sizes makes everything collide, and default ones at
// real prices, where numbers are large and margin follows its curve.

import { micros, priceE8, quantityE8, ratioE10 } from "../base/units.ts";
import type { MarketParameters } from "../language/market-parameters.ts";
import { defaultMarket, price, quantity } from "./vectors.ts";

/** A market, its first price, and the steps in which sizes are drawn: all in 10⁻⁸. */
export interface WorldMarket {
  readonly parameters: MarketParameters;
  readonly firstPrice: number;
  /** The size of one step. */
  readonly quantityStep: number;
}

/** A small market that starts at 100 ticks; sizes are drawn in lots. */
function small(symbol: string, tick: number, lot: number, changes: Partial<MarketParameters>): WorldMarket {
  const parameters: MarketParameters = {
    ...defaultMarket("PERP_SOL_USDC"),
    symbol,
    quoteMin: priceE8(tick),
    quoteMax: priceE8(tick * 1_000),
    quoteTick: priceE8(tick),
    baseMin: quantityE8(lot),
    baseMax: quantityE8(lot * 60),
    baseTick: quantityE8(lot),
    minNotional: micros(0),
    globalMaxOiCap: micros(9_000_000_000_000_000),
    ...changes,
  };
  return { parameters, firstPrice: tick * 100, quantityStep: lot };
}

/** A default market with a cap on open interest that is never reached. */
function real(symbol: string, first: string, quantityStep: string): WorldMarket {
  return {
    parameters: { ...defaultMarket(symbol), globalMaxOiCap: micros(9_000_000_000_000_000) },
    firstPrice: Number(price(first)),
    quantityStep: Number(quantity(quantityStep)),
  };
}

/**
 * Symbols descend while numbers rise, because work on several markets goes by symbol. One market has a steep margin curve, one
 * a narrow scope, and one a wide range, a smallest size of three lots and a least notional.
 */
const smallMarkets: readonly WorldMarket[] = [
  small("PERP_D_USDC", 100_000_000, 100_000_000, {
    imrFactor: ratioE10(700_000),
    baseImr: ratioE10(500_000_000),
    baseMmr: ratioE10(250_000_000),
    priceRange: ratioE10(1_000_000_000),
    maxNotional: micros(9_000_000_000),
  }),
  small("PERP_C_USDC", 50_000_000, 20_000_000, { priceRange: ratioE10(500_000_000) }),
  small("PERP_B_USDC", 10_000, 10_000_000_000, {
    priceRange: ratioE10(300_000_000),
    priceScope: ratioE10(400_000_000),
  }),
  small("PERP_A_USDC", 3_000_000, 10_000_000, {
    baseMin: quantityE8(30_000_000),
    minNotional: micros(1_500_000),
    priceRange: ratioE10(9_000_000_000),
    priceScope: ratioE10(9_000_000_000),
    baseImr: ratioE10(1_000_000_000),
    baseMmr: ratioE10(700_000_000),
    capFunding: ratioE10(1_000_000_000),
    floorFunding: ratioE10(-500_000_000),
    maxMarkDeviation: ratioE10(2_000_000_000),
  }),
];

/** A step of quantity is worth some thousands of dollars, so that ten steps are in the power region of the curve. */
const realMarkets: readonly WorldMarket[] = [
  real("PERP_NEAR_USDC", "5.123", "1234.5"),
  real("PERP_BTC_USDC", "61234.5", "0.12347"),
  real("PERP_ARB_USDC", "0.4321", "23457"),
  real("PERP_1000PEPE_USDC", "0.012347", "777777"),
];

export type WorldKind = "small" | "real";

export const worldMarkets: Readonly<Record<WorldKind, readonly WorldMarket[]>> = {
  small: smallMarkets,
  real: realMarkets,
};
