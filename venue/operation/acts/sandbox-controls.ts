// The controls of time, prices and money that the sandbox's own calls use. Only a sandbox has them.

import type { Micros } from "@evermark/engine";

/** A node's answer to a JSON-RPC request. */
export type ChainAnswer =
  | { readonly result: unknown; readonly error: null }
  | {
      readonly result: null;
      readonly error: { readonly code: number; readonly message: string; readonly data: string };
    };

export interface SandboxControls {
  /**
   * Moves venue time forward by running every tick in between, then returns the new time; both in milliseconds. Design
   * 9, rules Appendix C.1.
   */
  advanceClock(ms: number): Promise<number>;
  /** Lets the market's index price be set by hand from now on: simulated prices no longer move it. */
  pinPrice(market: number): void;
  /** Lets the market's sources move its index price again. */
  freePrice(market: number): void;
  /** Whether prices have sources here: where all prices are set by hand, a market has none to follow. */
  readonly hasPriceSources: boolean;
  /**
   * Creates test USDC and gas in a wallet on the sandbox's own chain.
   * @param amount in micros
   * @returns the transaction's hash; null when there is no such chain, or it is unavailable
   */
  fundWallet(wallet: `0x${string}`, amount: Micros): Promise<string | null>;
  /**
   * Sends a request to the node of the sandbox's own chain.
   * @returns the node's answer; null when there is no such chain, or it is unavailable
   */
  askChain(method: string, params: readonly unknown[]): Promise<ChainAnswer | null>;
}
