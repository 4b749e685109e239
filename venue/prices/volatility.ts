// How much each market moves in a simulated year: round figures in the range that these markets have shown.

const YEARLY_VOLATILITY: Readonly<Record<string, number>> = {
  PERP_BTC_USDC: 0.5,
  PERP_ETH_USDC: 0.65,
  PERP_SOL_USDC: 0.85,
  PERP_BNB_USDC: 0.6,
  PERP_XRP_USDC: 0.8,
  PERP_DOGE_USDC: 0.95,
  PERP_LINK_USDC: 0.85,
  PERP_AVAX_USDC: 0.9,
  PERP_SUI_USDC: 1.05,
  PERP_NEAR_USDC: 1,
  PERP_HYPE_USDC: 1.05,
  PERP_1000PEPE_USDC: 1.2,
  PERP_ARB_USDC: 1,
};

/** For a market added by an operator. */
const OTHERWISE = 0.8;

/** Standard deviation of a year's return; 0.5 is 50 %. */
export function yearlyVolatilityOf(symbol: string): number {
  return YEARLY_VOLATILITY[symbol] ?? OTHERWISE;
}
