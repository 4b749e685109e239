// Where preferences keep drawings, and whether there is any on a market, without reading them.

export const KEPT_AS = "drawings";

/** Of whatever was kept. */
export function hasDrawings(stored: unknown, symbol: string): boolean {
  const { markets } = (stored ?? {}) as { readonly markets?: Readonly<Record<string, unknown>> };
  return Array.isArray(markets?.[symbol]) && markets[symbol].length > 0;
}
