// The name under which preferences store drawings, and a check whether a market has any that does not parse them.

export const KEPT_AS = "drawings";

/** Accepts any stored value. */
export function hasDrawings(stored: unknown, symbol: string): boolean {
  const { markets } = (stored ?? {}) as { readonly markets?: Readonly<Record<string, unknown>> };
  return Array.isArray(markets?.[symbol]) && markets[symbol].length > 0;
}
