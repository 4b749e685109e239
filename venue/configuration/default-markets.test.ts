import { expect, test } from "bun:test";
import { DEFAULT_MARKET_ROWS, defaultMarkets } from "./default-markets.ts";

const markets = defaultMarkets();
const bySymbol = new Map(markets.map((market) => [market.parameters.symbol, market]));

test("a sandbox lists thirteen markets, Bitcoin first", () => {
  expect(markets.map((market) => market.parameters.symbol)).toEqual([
    "PERP_BTC_USDC",
    "PERP_ETH_USDC",
    "PERP_SOL_USDC",
    "PERP_BNB_USDC",
    "PERP_XRP_USDC",
    "PERP_DOGE_USDC",
    "PERP_LINK_USDC",
    "PERP_AVAX_USDC",
    "PERP_SUI_USDC",
    "PERP_NEAR_USDC",
    "PERP_HYPE_USDC",
    "PERP_1000PEPE_USDC",
    "PERP_ARB_USDC",
  ]);
});

test("Bitcoin has the figures of rules 13, digit by digit", () => {
  expect(bySymbol.get("PERP_BTC_USDC")?.parameters as unknown).toMatchObject({
    symbol: "PERP_BTC_USDC",
    quoteMin: 0,
    quoteMax: 1_000_000_000_000_000,
    quoteTick: 10_000_000,
    baseMin: 1_000,
    baseMax: 10_000_000_000,
    baseTick: 1_000,
    minNotional: 10_000_000,
    priceRange: 300_000_000,
    priceScope: 4_000_000_000,
    baseImr: 100_000_000,
    baseMmr: 60_000_000,
    imrFactor: 910,
    maxNotional: 5_000_000_000_000,
    globalMaxOiCap: 100_000_000_000_000,
    fundingPeriodHours: 8,
    capFunding: 30_000_000,
    floorFunding: -30_000_000,
    capIr: 4_000_000,
    floorIr: -4_000_000,
    interestRate: 1_000_000,
    markFactorTenths: 100,
    maxMarkDeviation: 300_000_000,
    liquidationTier: 1,
    stdLiquidationFee: 60_000_000,
    liquidatorFee: 30_000_000,
    claimInsuranceFundDiscount: 25_000_000,
    sources: ["sim-a", "sim-b", "sim-c"],
    minSources: 1,
    capsWeights: false,
    maxIndexJump: 2_000_000_000,
    stopSlippage: 100_000_000,
    gated: false,
  });
});

test("the smallest tick is kept: a thousand PEPE at 0.000001", () => {
  expect(bySymbol.get("PERP_1000PEPE_USDC")?.parameters.quoteTick as number).toBe(100);
  expect(bySymbol.get("PERP_1000PEPE_USDC")?.initialPrice as number).toBe(1_100_000);
});

test("one market pays funding every four hours, the others every eight", () => {
  const fourHours = markets.filter((market) => market.parameters.fundingPeriodHours === 4);
  expect(fourHours.map((market) => market.parameters.symbol)).toEqual(["PERP_HYPE_USDC"]);
});

test("every row of the tables is complete", () => {
  const columns = DEFAULT_MARKET_ROWS.map((row) => Object.values(row).filter((cell) => cell !== undefined).length);
  expect(new Set(columns)).toEqual(new Set([19]));
});
