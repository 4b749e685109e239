// Deposits by transfer that have reached the treasury and are not credited while their token is off its peg, or while the
// venue holds as much of it as it accepts. The journal keeps each as a parked deposit, so that it is credited exactly
// once, whatever ends in between: by the venue when the reason is gone, or by an operator before that.

import type { Unstamped } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";

type ParkedDeposit = ReturnType<EngineReader["funds"]["parkedDeposits"]>[number];

/**
 * The reasons, as the journal, the client and the operator see them. They must never change: they identify the deposits
 * that are credited later.
 */
export const HELD_BACK = {
  off: "its token is off its peg: it is credited when that is worth one USDC again",
  unpriced: "what its token is worth is not known: it is credited when that is known to be one USDC",
  cap: "the venue holds as much of its token as it takes: it is credited when there is room",
} as const;
export type HeldBack = (typeof HELD_BACK)[keyof typeof HELD_BACK];

const REASONS: readonly string[] = Object.values(HELD_BACK);

/** Where a deposit by transfer came from. */
export interface Origin {
  readonly chainId: number;
  readonly transaction: string;
  readonly symbol: string;
}

/** @returns undefined for a deposit that is not by transfer */
export function originOf(reference: string): Origin | undefined {
  const [kind, chainId, transaction, , symbol] = reference.split(":");
  if (kind !== "receiver" || transaction === undefined || symbol === undefined) return undefined;
  return { chainId: Number(chainId), transaction, symbol };
}

interface ReleaseFacts {
  readonly chainId: number;
  /** Whether deposits of a token are credited now. */
  isTaken(symbol: string): boolean;
  /** The account's number; -1 for none. */
  findAccount(accountId: string): number;
}

/** The commands that credit a chain's parked deposits whose reason is gone. */
export function releases(
  parked: readonly ParkedDeposit[],
  { chainId, isTaken, findAccount }: ReleaseFacts,
): Unstamped[] {
  return parked.flatMap(({ reference, accountId, amount, reason }): Unstamped[] => {
    const origin = originOf(reference);
    const account = findAccount(accountId);
    const isOurs = origin?.chainId === chainId && REASONS.includes(reason);
    if (!isOurs || account < 0 || !isTaken(origin.symbol)) return [];
    // The reference contains the deposit's place in its transaction.
    const onChain = { key: "", chainId, transaction: origin.transaction };
    return [{ type: "credit_deposit", account, amount, source: "receiver", onChain, reference }];
  });
}
