// A chain on which accounts take deposits by plain transfer, as it was verified. Interface 4.9.

import type { Hex } from "viem";

export interface ReceiverToken {
  /** USDC or USDT. */
  readonly symbol: string;
  /** Lower case. */
  readonly address: Hex;
  /** As the token itself states. */
  readonly decimals: number;
}

export interface ReceiverChain {
  readonly chainId: number;
  readonly factory: Hex;
  /** The only address that the factory's receivers can send to. Lower case. */
  readonly treasury: Hex;
  readonly tokens: readonly ReceiverToken[];
  /** How many blocks on top of a block make it final. */
  readonly confirmations: number;
}
