// Index prices are named after the spot market: `PERP_ETH_USDC` follows `SPOT_ETH_USDC`.

export function spotSymbolOf(symbol: string): string {
  return symbol.replace(/^PERP_/, "SPOT_");
}

/** The market's own symbol for the symbol of an index price. */
export function perpSymbolOf(symbol: string): string {
  return symbol.replace(/^SPOT_/, "PERP_");
}
