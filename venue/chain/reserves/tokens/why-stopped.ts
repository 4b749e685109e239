// Why deposits of a token are not credited.

import { moneyText } from "../../../wire/decimal-text.ts";
import { fromMicros } from "../../../wire/decimals.ts";
import type { TokenTerms } from "./token-limits.ts";

export const STOP_REASONS = ["peg", "price", "cap"] as const;

export interface Stop {
  readonly why: (typeof STOP_REASONS)[number];
  readonly text: string;
}

/** @param balance of the treasury, in micros @returns null while deposits are credited, or wait only for a moment */
export function stopOf(symbol: string, { cap, peg }: TokenTerms, balance: bigint): Stop | null {
  if (peg.standing === "off") {
    const worth = moneyText((peg.price ?? 0n) / 10n ** 12n);
    return { why: "peg", text: `${symbol} is off its peg: within ${peg.bandPpm / 10_000} % of one USDC; now ${worth}` };
  }
  if (peg.standing === "unpriced") return { why: "price", text: `what ${symbol} is worth is not known` };
  if (balance < BigInt(cap)) return null;
  return {
    why: "cap",
    text: `the treasury has ${fromMicros(Number(balance))} ${symbol}, and takes ${fromMicros(cap)}`,
  };
}
