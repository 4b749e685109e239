// On which terms the tokens of a chain are taken, by the configuration and by what is known of their worth.

import type { Configuration } from "../../configuration/configuration.ts";
import { isPriced } from "../../configuration/price-sources.ts";
import type { TokenTerms } from "../reserves/tokens/token-limits.ts";
import { TokenPeg } from "../reserves/tokens/token-peg.ts";

interface TermsFacts {
  readonly configuration: Pick<Configuration, "receivers" | "feeds">;
  /** In USDC, 10⁻¹⁸; null while it is not known. */
  readonly worthOf: (symbol: string) => bigint | null;
  readonly steady: () => number;
}

/** @returns by symbol. USDC is the money that all is counted in, so it counts as one; and so does what a sandbox has no sources for */
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
