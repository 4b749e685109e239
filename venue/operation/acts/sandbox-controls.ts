// What the sandbox's own calls need from the rooms that move time, prices and money. Only a sandbox has it.

import type { Micros } from "@evermark/engine";

/** Of a node, to a question of Ethereum's JSON-RPC. */
export type ChainAnswer =
  | { readonly result: unknown; readonly error: null }
  | {
      readonly result: null;
      readonly error: { readonly code: number; readonly message: string; readonly data: string };
    };

export interface SandboxControls {
  /**
   * Moves venue time forward by running every tick in between, and then answers the new time; both in milliseconds.
   * Design 9, rules Appendix C.1.
   */
  advanceClock(ms: number): Promise<number>;
  /** From now on the market's index price is set by hand: simulated prices stop moving it. */
  pinPrice(market: number): void;
  /** Its sources speak again. */
  freePrice(market: number): void;
  /** Whether index prices move by themselves here: with prices by hand alone there is no source that one could follow. */
  readonly hasPriceSources: boolean;
  /**
   * Makes test USDC and gas in a wallet on the sandbox's own chain.
   * @param amount in micros
   * @returns the transaction's hash; null where there is no such chain, or not now
   */
  fundWallet(wallet: `0x${string}`, amount: Micros): Promise<string | null>;
  /**
   * Asks the node of the sandbox's own chain.
   * @returns what it answers; null where there is no such chain, or not now
   */
  askChain(method: string, params: readonly unknown[]): Promise<ChainAnswer | null>;
}
