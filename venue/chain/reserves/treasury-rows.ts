// A treasury's balances, in the form in which they are shown and counted.

import type { Micros } from "@evermark/engine";
import type { Hex } from "viem";
import type { HeldRow } from "../view/reserves-view.ts";
import type { TokenTerms } from "./tokens/token-limits.ts";
import { stopOf } from "./tokens/why-stopped.ts";

/** A treasury that will be read. */
export interface ExpectedTreasury {
  readonly chainId: number;
  readonly treasury: Hex;
  readonly tokens: readonly { readonly symbol: string; readonly address: string; readonly terms: TokenTerms }[];
}

export interface ReportedToken {
  readonly chainId: number;
  readonly symbol: string;
  readonly address: string;
  readonly terms: TokenTerms;
  /** In micros, at the report's block. */
  readonly balance: bigint;
  /** Deposits swept to it that are not credited yet. */
  readonly waiting: readonly { readonly reference: string; readonly amount: Micros }[];
}

export interface TreasuryReport {
  readonly expected: ExpectedTreasury;
  readonly block: number;
  readonly tokens: readonly ReportedToken[];
}

export function rowOfTreasury(
  { expected, block }: TreasuryReport,
  { symbol, address, balance, terms }: ReportedToken,
  uncredited: bigint,
): HeldRow {
  const { cap, peg } = terms;
  return {
    ...{ place: "treasury", chainId: expected.chainId, token: symbol, balance, block, uncredited },
    ...{ address: expected.treasury.toLowerCase(), contract: address.toLowerCase(), cap: BigInt(cap) },
    ...{
      price: peg.price,
      value: peg.valueOf(balance - uncredited),
      stop: stopOf(symbol, terms, balance)?.text ?? null,
    },
  };
}

export function rowsUnread({ chainId, treasury, tokens }: ExpectedTreasury): HeldRow[] {
  return tokens.map(({ symbol, address, terms: { cap } }) => ({
    ...{ place: "treasury", chainId, token: symbol, address: treasury.toLowerCase(), contract: address.toLowerCase() },
    ...{ balance: null, block: null, uncredited: 0n, price: null, value: null, cap: BigInt(cap), stop: null },
  }));
}
