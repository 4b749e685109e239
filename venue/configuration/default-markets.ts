// The markets of a sandbox venue: rules 13. Values that they share are the defaults of the keys (`MARKET_KEYS`); the
// tables have the rest, as `[[markets]]` entries of `evermark.toml` would.

import { Fault } from "@evermark/engine";
import type { MarketConfiguration } from "./configuration.ts";
import { type MarketRow, readMarket } from "./market-configuration.ts";

/** The names of the sources of a simulated market. */
export const SIMULATED_SOURCES: readonly string[] = ["sim-a", "sim-b", "sim-c"];

const FILTERS_AND_LIMITS = `
symbol             initial_price quote_tick base_tick base_max max_notional global_max_oi_cap
PERP_BTC_USDC      60000         0.1        0.00001   100      5000000      100000000
PERP_ETH_USDC      3000          0.01       0.0001    2000     5000000      100000000
PERP_SOL_USDC      150           0.001      0.01      30000    2000000      20000000
PERP_BNB_USDC      600           0.01       0.001     5000     2000000      20000000
PERP_XRP_USDC      0.55          0.0001     0.1       1000000  2000000      20000000
PERP_DOGE_USDC     0.12          0.00001    1         10000000 2000000      20000000
PERP_LINK_USDC     14            0.001      0.1       100000   2000000      10000000
PERP_AVAX_USDC     28            0.001      0.1       100000   2000000      10000000
PERP_SUI_USDC      1.8           0.0001     0.1       500000   2000000      10000000
PERP_NEAR_USDC     5             0.001      0.1       500000   2000000      10000000
PERP_HYPE_USDC     25            0.001      0.01      50000    2000000      10000000
PERP_1000PEPE_USDC 0.011         0.000001   1         50000000 2000000      10000000
PERP_ARB_USDC      0.6           0.0001     1         2000000  2000000      10000000
`;

const RISK_AND_FUNDING = `
symbol             base_imr base_mmr imr_factor   funding_period cap_funding cap_ir mark_factor max_mark_deviation
PERP_BTC_USDC      0.01     0.006    0.0000000910 8              0.003       0.0004 10          0.03
PERP_ETH_USDC      0.01     0.006    0.0000001724 8              0.003       0.0004 8           0.03
PERP_SOL_USDC      0.01     0.006    0.0000010667 8              0.00375     0.0001 7           0.0525
PERP_BNB_USDC      0.02     0.01     0.0000020000 8              0.00375     0.0001 7           0.0525
PERP_XRP_USDC      0.02     0.01     0.0000016949 8              0.00375     0.0001 7           0.0525
PERP_DOGE_USDC     0.02     0.01     0.0000022530 8              0.004875    0.0001 7           0.0525
PERP_LINK_USDC     0.05     0.025    0.0000018182 8              0.00375     0.0001 7           0.0525
PERP_AVAX_USDC     0.05     0.025    0.0000022222 8              0.00375     0.0001 7           0.0525
PERP_SUI_USDC      0.05     0.025    0.0000028100 8              0.0075      0.0001 7           0.0525
PERP_NEAR_USDC     0.05     0.025    0.0000029600 8              0.02        0.0001 7           0.0525
PERP_HYPE_USDC     0.05     0.025    0.0000020000 4              0.02        0.0001 7           0.0525
PERP_1000PEPE_USDC 0.05     0.025    0.0000033766 8              0.02        0.0001 7           0.0525
PERP_ARB_USDC      0.1      0.05     0.0000021481 8              0.02        0.0001 7           0.0525
`;

const LIQUIDATION = `
symbol             liquidation_tier std_liquidation_fee liquidator_fee claim_insurance_fund_discount
PERP_BTC_USDC      1                0.006               0.003          0.0025
PERP_ETH_USDC      1                0.006               0.003          0.0025
PERP_SOL_USDC      2                0.006               0.003          0.0025
PERP_BNB_USDC      2                0.012               0.006          0.005
PERP_XRP_USDC      2                0.012               0.006          0.005
PERP_DOGE_USDC     2                0.012               0.006          0.005
PERP_LINK_USDC     2                0.012               0.006          0.005
PERP_AVAX_USDC     2                0.012               0.006          0.005
PERP_SUI_USDC      2                0.012               0.006          0.005
PERP_NEAR_USDC     2                0.012               0.006          0.005
PERP_HYPE_USDC     2                0.012               0.006          0.005
PERP_1000PEPE_USDC 2                0.012               0.006          0.005
PERP_ARB_USDC      2                0.012               0.006          0.005
`;

/** In the order of rules 13, which is the order in which a new venue lists them. */
export const DEFAULT_MARKET_ROWS: readonly MarketRow[] = joinedRows([
  FILTERS_AND_LIMITS,
  RISK_AND_FUNDING,
  LIQUIDATION,
]);

/** The same markets, on the engine's scales. */
export function defaultMarkets(): MarketConfiguration[] {
  return DEFAULT_MARKET_ROWS.map((row) => {
    const reading = readMarket(row, SIMULATED_SOURCES);
    if ("mistake" in reading)
      throw new Fault("a default market can't be listed", { symbol: row.symbol, ...reading.mistake });
    return reading.market;
  });
}

/** Joins the tables into one row per symbol, with the columns of all tables. */
function joinedRows(tables: readonly string[]): MarketRow[] {
  const bySymbol = new Map<string, Record<string, string>>();
  for (const table of tables) {
    const [columns = [], ...rows] = table
      .trim()
      .split("\n")
      .map((line) => line.split(/ +/));
    for (const cells of rows) {
      const symbol = cells[0]!;
      const row = bySymbol.get(symbol) ?? {};
      for (const [i, column] of columns.entries()) row[column] = cells[i]!;
      bySymbol.set(symbol, row);
    }
  }
  return [...bySymbol.values()];
}
