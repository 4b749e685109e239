// The markets in which accounts fail: one of each tier and one more, at high leverage, without least sizes.

import { micros, priceE8, quantityE8, ratioE10 } from "../base/units.ts";
import type { MarketParameters } from "../language/market-parameters.ts";
import { defaultMarket } from "./vectors.ts";

/** One market per tier and one more; a price step is a thousandth of the first price, symbols fall as numbers rise. */
function market(symbol: string, price: number, tick: string, lot: number, tier: number): LiquidationMarket {
  const parameters: MarketParameters = {
    ...defaultMarket(tier === 1 ? "PERP_BTC_USDC" : "PERP_LINK_USDC"),
    symbol,
    quoteTick: priceE8(Math.round(Number(tick) * 1e8)),
    baseTick: quantityE8(lot),
    baseMin: quantityE8(lot),
    baseMax: quantityE8(lot * 1_000_000),
    minNotional: micros(0),
    priceRange: ratioE10(2_000_000_000),
    priceScope: ratioE10(9_000_000_000),
    maxNotional: micros(9_000_000_000_000),
    globalMaxOiCap: micros(9_000_000_000_000_000),
    imrFactor: ratioE10(tier === 1 ? 910 : 40_000),
  };
  return { parameters, firstPrice: price * 100_000_000, lot };
}

export interface LiquidationMarket {
  readonly parameters: MarketParameters;
  readonly firstPrice: number;
  readonly lot: number;
}

export const liquidationMarkets: readonly LiquidationMarket[] = [
  market("PERP_Z_USDC", 1_000, "0.1", 1_000_000, 1),
  market("PERP_Y_USDC", 20, "0.001", 10_000_000, 2),
  market("PERP_X_USDC", 300, "0.01", 1_000_000, 1),
];
