// The sandbox's hands on time and prices. Design 9.

import type { SimulatedPrices } from "../prices/simulated.ts";
import type { SandboxControls } from "../sandbox-controls.ts";
import type { Ticker } from "../time/ticker.ts";

/** @param prices null when no market is simulated: then there is nothing to stop */
export function createSandboxControls(ticker: Ticker, prices: SimulatedPrices | null): SandboxControls {
  return {
    advanceClock: (ms) => ticker.advance(ms),
    pinPrice: (market) => prices?.pin(market),
  };
}
