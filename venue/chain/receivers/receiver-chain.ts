// A chain on which accounts take deposits by plain transfer, as it was found to be. Interface 4.9.

import type { Hex } from "viem";

export interface ReceiverToken {
  /** USDC or USDT. */
  readonly symbol: string;
  /** Lower case. */
  readonly address: Hex;
  /** As the token itself says. */
  readonly decimals: number;
}

export interface ReceiverChain {
  readonly chainId: number;
  readonly factory: Hex;
  /** Where the factory's receivers hand over what they got: nowhere else can it go. Lower case. */
  readonly treasury: Hex;
  readonly tokens: readonly ReceiverToken[];
  /** Blocks above one that make it final. */
  readonly confirmations: number;
}
