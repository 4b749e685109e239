// How much of each token on a chain is accepted, and at what price: a deposit by transfer is credited at one USDC per
// token, or not at all. Everything in the treasury counts against the cap, whatever it is for, because the venue holds
// that much of the token.

import type { Micros } from "@evermark/engine";
import { HELD_BACK, type HeldBack } from "./held-back.ts";
import type { PegState, TokenPeg } from "./token-peg.ts";

export interface TokenTerms {
  readonly cap: Micros;
  readonly peg: TokenPeg;
}

export class TokenLimits {
  readonly #tokens: ReadonlyMap<string, TokenTerms>;
  /** The treasury's balances, in micros. */
  #held: ReadonlyMap<string, bigint> = new Map();

  /** @param tokens by symbol */
  constructor(tokens: ReadonlyMap<string, TokenTerms>) {
    this.#tokens = tokens;
  }

  /** Called each round, before any decision. @param held the treasury's balances, in micros by symbol */
  look(held: ReadonlyMap<string, bigint>): void {
    this.#held = held;
    for (const { peg } of this.#tokens.values()) peg.look();
  }

  termsOf(symbol: string): TokenTerms {
    return this.#tokens.get(symbol)!;
  }

  /**
   * Why a deposit that has reached the treasury may not be credited; null when it may.
   * @param later the part of the treasury's balance that arrived after it, in micros
   */
  objection(symbol: string, later: bigint): HeldBack | "waits" | null {
    const { cap, peg } = this.termsOf(symbol);
    const worth = OBJECTIONS[peg.standing];
    if (worth !== null) return worth;
    return (this.#held.get(symbol) ?? 0n) - later > BigInt(cap) ? HELD_BACK.cap : null;
  }

  /** Whether held-back deposits of the token are credited now. */
  isTaken(symbol: string): boolean {
    return this.objection(symbol, 0n) === null;
  }
}

const OBJECTIONS: Readonly<Record<PegState, HeldBack | "waits" | null>> = {
  par: null,
  waits: "waits",
  off: HELD_BACK.off,
  unpriced: HELD_BACK.unpriced,
};
