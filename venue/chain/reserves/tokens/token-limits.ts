// How much of each token of a chain is taken, and while it is worth what: a deposit by transfer is credited at one USDC for each
// token, or not at all. What lies in the treasury counts against the cap, whatever it is there for: that much of it the venue
// holds.

import type { Micros } from "@evermark/engine";
import { HELD_BACK, type HeldBack } from "./held-back.ts";
import type { Standing, TokenPeg } from "./token-peg.ts";

export interface TokenTerms {
  readonly cap: Micros;
  readonly peg: TokenPeg;
}

export class TokenLimits {
  readonly #tokens: ReadonlyMap<string, TokenTerms>;
  /** In the treasury, in micros. */
  #held: ReadonlyMap<string, bigint> = new Map();

  /** @param tokens by symbol */
  constructor(tokens: ReadonlyMap<string, TokenTerms>) {
    this.#tokens = tokens;
  }

  /** Each round, before anything is decided in it. @param held what the treasury has, in micros by symbol */
  look(held: ReadonlyMap<string, bigint>): void {
    this.#held = held;
    for (const { peg } of this.#tokens.values()) peg.look();
  }

  termsOf(symbol: string): TokenTerms {
    return this.#tokens.get(symbol)!;
  }

  /**
   * What keeps a deposit from being credited that has reached the treasury; null when nothing does.
   * @param later how much of what the treasury has came after it, in micros
   */
  objection(symbol: string, later: bigint): HeldBack | "waits" | null {
    const { cap, peg } = this.termsOf(symbol);
    const worth = OBJECTIONS[peg.standing];
    if (worth !== null) return worth;
    return (this.#held.get(symbol) ?? 0n) - later > BigInt(cap) ? HELD_BACK.cap : null;
  }

  /** Whether what was held back is credited. */
  isTaken(symbol: string): boolean {
    return this.objection(symbol, 0n) === null;
  }
}

const OBJECTIONS: Readonly<Record<Standing, HeldBack | "waits" | null>> = {
  par: null,
  waits: "waits",
  off: HELD_BACK.off,
  unpriced: HELD_BACK.unpriced,
};
