// The terms on which a chain's tokens are credited, by the configuration and by their known prices.

import type { Configuration } from "../../configuration/configuration.ts";
import { isPriced } from "../../configuration/price-sources.ts";
import type { TokenTerms } from "../reserves/tokens/token-limits.ts";
import { TokenPeg } from "../reserves/tokens/token-peg.ts";

interface TermsFacts {
  readonly configuration: Pick<Configuration, "receivers" | "feeds">;
  /** Price in USDC, in 10⁻¹⁸; null while unknown. */
  readonly worthOf: (symbol: string) => bigint | null;
  readonly steady: () => number;
}

/**
 * @returns the terms by symbol. USDC is the unit of account and always counts as one; a token without price sources
 *   counts as one as well
 */
export function termsOfTokens(
  { configuration, worthOf, steady }: TermsFacts,
  chainId: number,
  symbols: readonly string[],
): ReadonlyMap<string, TokenTerms> {
  const { receivers, feeds } = configuration;
  return new Map(
    symbols.map((symbol) => {
      const row = receivers.tokens.find((each) => each.chainId === chainId && each.token === symbol);
      const isAsked = row?.isAtPar !== true && isPriced(symbol, feeds.sources);
      const worth = symbol === "USDC" ? "usdc" : isAsked ? () => worthOf(symbol) : "par";
      const peg = new TokenPeg({ bandPpm: row?.bandPpm ?? receivers.bandPpm, worth, steady });
      return [symbol, { cap: row?.cap ?? receivers.cap, peg }];
    }),
  );
}
