// The sandbox's controls for time, prices and its own chain. Design 9.

import type { Chain } from "../chain/chain.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import type { Ticker } from "../operation/time/ticker.ts";
import type { SimulatedPrices } from "../prices/simulated.ts";

/**
 * @param prices null when no market is simulated: then there is nothing to pin, and nothing to return to
 * @param chain null where there is none
 */
export function createSandboxControls(
  ticker: Ticker,
  prices: SimulatedPrices | null,
  chain: Pick<Chain, "fundWallet" | "askNode"> | null,
): SandboxControls {
  return {
    advanceClock: (ms) => ticker.advance(ms),
    pinPrice: (market) => prices?.pin(market),
    freePrice: (market) => prices?.free(market),
    hasPriceSources: prices !== null,
    fundWallet: async (wallet, amount) => chain?.fundWallet(wallet, BigInt(amount)) ?? null,
    askChain: async (method, params) => chain?.askNode(method, params) ?? null,
  };
}
