// Reports what a round has found in a chain's treasury, and which swept deposits are not credited yet.

import type { TokenLimits } from "../reserves/tokens/token-limits.ts";
import type { TreasuryReport } from "../reserves/treasury-rows.ts";
import type { ReceiverChain } from "./receiver-chain.ts";
import type { ReceiverDeposit } from "./receiver-deposits.ts";

interface Found {
  /** The treasury's balances in micros, by symbol. */
  readonly held: ReadonlyMap<string, bigint>;
  readonly deposits: readonly ReceiverDeposit[];
  readonly block: number;
}

export function treasuryReport(
  { chainId, treasury, tokens }: ReceiverChain,
  limits: TokenLimits,
  { held, deposits, block }: Found,
): TreasuryReport {
  const limited = tokens.map(({ symbol, address }) => ({ symbol, address, terms: limits.termsOf(symbol) }));
  const swept = deposits.filter(({ sweptIn, isShort }) => sweptIn !== null && !isShort);
  return {
    expected: { chainId, treasury, tokens: limited },
    block,
    tokens: limited.map((token) => ({
      ...{ ...token, chainId, balance: held.get(token.symbol) ?? 0n },
      waiting: swept.filter((deposit) => deposit.token.symbol === token.symbol),
    })),
  };
}
