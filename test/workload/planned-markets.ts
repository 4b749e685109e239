// The markets of random worlds: the default ones at real prices, and small made-up ones with only a handful of prices
// and sizes, so that orders often meet, margin curves are steep and limits are near.

import { MARKET_PARAMETERS, type MarketParameter, type MarketParameters } from "@evermark/engine";
import { isNumber, valuesToTry } from "@evermark/engine/testing/parameter-values.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import type { Dice } from "./dice.ts";

export interface PlannedMarket {
  readonly parameters: MarketParameters;
  /** In 10⁻⁸. */
  readonly firstPrice: number;
}

const FIRST_PRICES: Readonly<Record<string, number>> = {
  PERP_BTC_USDC: 6_123_450_000_000,
  PERP_ETH_USDC: 312_340_000_000,
  PERP_SOL_USDC: 15_012_000_000,
  PERP_NEAR_USDC: 512_300_000,
  PERP_ARB_USDC: 43_210_000,
  PERP_1000PEPE_USDC: 1_234_800,
};

/** Pairs of tick and lot, in 10⁻⁸, whose product is a whole number of micros. */
const STEPS = [
  [100_000_000, 100_000_000],
  [50_000_000, 20_000_000],
  [10_000, 10_000_000_000],
  [3_000_000, 10_000_000],
  [1_000_000, 1_000_000],
] as const;

/** Sometimes symbols decrease while market numbers increase, because work on several markets is ordered by symbol. */
export function drawMarkets(dice: Dice, judged: boolean): PlannedMarket[] {
  const count = dice.between(1, 4);
  const real = dice.chance(500);
  const symbols = dice.pick([
    ["PERP_D_USDC", "PERP_C_USDC", "PERP_B_USDC", "PERP_A_USDC"],
    ["PERP_A_USDC", "PERP_Z_USDC", "PERP_B_USDC", "PERP_C_USDC"],
  ] as const);
  const names = Object.keys(FIRST_PRICES);
  const first = dice.below(names.length);
  return Array.from({ length: count }, (_, number) =>
    real
      ? defaultMarketNamed(dice, names[(first + number) % names.length]!)
      : smallMarket(dice, symbols[number]!, judged),
  );
}

function defaultMarketNamed(dice: Dice, symbol: string): PlannedMarket {
  const parameters = defaultMarket(symbol);
  const fundingPeriodHours = dice.pick([1, parameters.fundingPeriodHours]);
  return { parameters: { ...parameters, fundingPeriodHours }, firstPrice: FIRST_PRICES[symbol]! };
}

function smallMarket(dice: Dice, symbol: string, judged: boolean): PlannedMarket {
  const [tick, lot] = dice.pick(STEPS);
  const height = dice.pick([100, 400, 3_000]);
  const baseImr = dice.pick([100_000_000, 200_000_000, 500_000_000, 1_000_000_000]);
  const baseMmr = baseImr / 2;
  const [cap, situation] = dice.pick([
    [37_500_000, -37_500_000],
    [300_000_000, -300_000_000],
    [1_000_000_000, -500_000_000],
  ] as const);
  const std = dice.pick([60_000_000, 120_000_000]);
  const parameters = {
    ...varied(dice, defaultMarket("PERP_SOL_USDC")),
    symbol,
    quoteMin: dice.pick([0, tick]),
    quoteMax: tick * height * 10,
    quoteTick: tick,
    baseMin: lot * dice.pick([1, 1, 3]),
    baseMax: lot * dice.pick([60, 100_000]),
    baseTick: lot,
    minNotional: dice.pick([0, 1_500_000]),
    priceRange: dice.pick([300_000_000, 500_000_000, 1_000_000_000]),
    priceScope: dice.pick([400_000_000, 4_000_000_000]),
    baseImr,
    baseMmr,
    imrFactor: dice.pick([910, 20_000, 700_000]),
    maxNotional: dice.pick([9_000_000_000, 1_000_000_000_000]),
    globalMaxOiCap: dice.pick([20_000_000_000, 9_000_000_000_000_000]),
    fundingPeriodHours: dice.pick([1, 1, 4, 8]),
    capFunding: cap,
    floorFunding: situation,
    maxMarkDeviation: dice.pick([300_000_000, 525_000_000, 2_000_000_000]),
    liquidationTier: dice.pick([1, 2]),
    stdLiquidationFee: std,
    // At most base_mmr less the mark's maximum distance from the index, or the market can't be listed.
    liquidatorFee: Math.min(std / 2, baseMmr - baseImr / 8),
    // At most base_mmr − base_imr ÷ 4, or the market can't be listed.
    claimInsuranceFundDiscount: Math.min(dice.pick([25_000_000, 50_000_000]), baseImr / 4),
    maxIndexJump: dice.pick([2_000_000_000, 1_000_000_000, 10_000_000_000]),
    minSources: 1,
    capsWeights: false,
    stopSlippage: dice.pick([100_000_000, 100_000_000, 30_000_000]),
    // The model has no launch gate.
    gated: dice.chance(60) && !judged,
    sources: dice.pick([["one"], ["one", "two"], ["one", "two", "three"]]),
  } as unknown as MarketParameters;
  return { parameters, firstPrice: tick * height };
}

/** Sometimes changes parameters that have a default. */
function varied(dice: Dice, market: MarketParameters): MarketParameters {
  const optional = MARKET_PARAMETERS.filter((each) => isNumber(each) && typeof each.default === "string");
  const draw = (each: MarketParameter) =>
    dice.chance(300) ? dice.pick(valuesToTry(each, market)) : market[each.field];
  return { ...market, ...Object.fromEntries(optional.map((each) => [each.field, draw(each)])) };
}

/** Markets in which accounts fail: one of each tier and one more, at high leverage, without minimum sizes. */
export const FRAGILE: readonly PlannedMarket[] = [
  fragile("PERP_Z_USDC", 1_000, { quoteTick: 10_000_000, baseTick: 1_000_000 }, 1),
  fragile("PERP_Y_USDC", 20, { quoteTick: 100_000, baseTick: 10_000_000 }, 2),
  fragile("PERP_X_USDC", 300, { quoteTick: 1_000_000, baseTick: 1_000_000 }, 1),
];

function fragile(
  symbol: string,
  price: number,
  steps: { readonly quoteTick: number; readonly baseTick: number },
  tier: 1 | 2,
): PlannedMarket {
  const parameters: MarketParameters = {
    ...defaultMarket(tier === 1 ? "PERP_BTC_USDC" : "PERP_LINK_USDC"),
    symbol,
    ...steps,
    baseMin: steps.baseTick,
    baseMax: steps.baseTick * 1_000_000,
    minNotional: 0,
    priceRange: 2_000_000_000,
    priceScope: 9_000_000_000,
    maxNotional: 9_000_000_000_000,
    globalMaxOiCap: 9_000_000_000_000_000,
    imrFactor: tier === 1 ? 910 : 40_000,
  };
  return { parameters, firstPrice: price * 100_000_000 };
}

/**
 * Markets with tiny numbers: a lot costs a few micros, a fee is one, a margin a handful, so that limits are constantly
 * met exactly, or missed by one.
 */
export const CRUMBS: readonly PlannedMarket[] = [
  crumbs("PERP_F_USDC", { ticks: 40, unit: 1, leverage: 20 }),
  crumbs("PERP_E_USDC", { ticks: 15, unit: 2, leverage: 10 }),
  crumbs("PERP_G_USDC", { ticks: 7, unit: 3, leverage: 5 }),
];

/** @param unit the value of one tick of one lot, in micros */
function crumbs(
  symbol: string,
  { ticks, unit, leverage }: { readonly ticks: number; readonly unit: number; readonly leverage: number },
): PlannedMarket {
  const [tick, lot] = [100_000, 100_000 * unit];
  const baseImr = 10_000_000_000 / leverage;
  const parameters: MarketParameters = {
    ...defaultMarket(leverage === 10 ? "PERP_LINK_USDC" : "PERP_BTC_USDC"),
    symbol,
    quoteMin: tick,
    quoteMax: tick * 1_000,
    quoteTick: tick,
    baseMin: lot,
    baseMax: lot * 60,
    baseTick: lot,
    minNotional: 0,
    priceRange: 3_000_000_000,
    priceScope: 9_000_000_000,
    baseImr,
    baseMmr: baseImr / 2,
    maxNotional: 9_000_000_000_000,
    globalMaxOiCap: 9_000_000_000_000_000,
  };
  return { parameters, firstPrice: tick * ticks };
}
