// Manual prices: every market is pinned at its present index, so that the index moves only when asked to and never goes
// stale. Rules, Appendix C.2.

import type { Unstamped } from "@evermark/core";
import { type EngineReader, priceE8, type SetIndexPrices } from "@evermark/engine";

/** The command that pins every market that is not delisted at its present index; repeating it changes nothing. */
export function pinEveryMarket(engine: EngineReader): Unstamped<SetIndexPrices> {
  const prices = Array.from({ length: engine.marketCount }, (_, market) => engine.market(market))
    .filter(({ state }) => state !== "DELISTED")
    .map(({ market, index, parameters }) => ({ market, price: priceE8(index * parameters.quoteTick) }));
  return { type: "set_index_prices", prices };
}
