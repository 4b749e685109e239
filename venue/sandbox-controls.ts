// What the sandbox's own calls need from the rooms that move time, prices and money. Only a sandbox has it.

import type { Micros } from "@evermark/engine";

export interface SandboxControls {
  /**
   * Moves venue time forward by running every tick in between, and then answers the new time; both in milliseconds.
   * Design 9, rules Appendix C.1.
   */
  advanceClock(ms: number): Promise<number>;
  /** From now on the market's index price is set by hand: simulated prices stop moving it. */
  pinPrice(market: number): void;
  /**
   * Makes test USDC and gas in a wallet on the sandbox's own chain.
   * @param amount in micros
   * @returns the transaction's hash; null where there is no such chain, or not now
   */
  fundWallet(wallet: `0x${string}`, amount: Micros): Promise<string | null>;
}
