// Names of markets as shown on the screen.

/** `PERP_ETH_USDC` is `ETH`. */
export function baseOf(symbol: string): string {
  return symbol.replace(/^(PERP|SPOT)_/, "").replace(/_[A-Z]+$/, "");
}

/** `PERP_ETH_USDC` is `ETH-PERP`. */
export function marketName(symbol: string): string {
  return `${baseOf(symbol)}-PERP`;
}
