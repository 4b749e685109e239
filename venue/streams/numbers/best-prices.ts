// The best prices of a market's two sides, with their sizes, in the engine's units.

import type { EngineReader, Lots, MarketParameters, Ticks } from "@evermark/engine";
import type { TopicData } from "@evermark/interface/streams/topics.ts";
import { priceOf, quantityOf } from "../../wire/decimals.ts";

/** Price and size are 0 for a side without orders. */
export interface BestPrices {
  readonly ask: Ticks;
  readonly askSize: Lots;
  readonly bid: Ticks;
  readonly bidSize: Lots;
}

const NONE = 0 as Lots;

export function bestPricesOf(engine: EngineReader, market: number): BestPrices {
  const { bestAsk: ask, bestBid: bid } = engine.market(market);
  const askSize = ask === 0 ? NONE : engine.visibleAt(market, "SELL", ask);
  const bidSize = bid === 0 ? NONE : engine.visibleAt(market, "BUY", bid);
  return { ask, askSize, bid, bidSize };
}

export function isSameBest(a: BestPrices, b: BestPrices): boolean {
  return a.ask === b.ask && a.askSize === b.askSize && a.bid === b.bid && a.bidSize === b.bidSize;
}

/** The best prices as clients receive them; null for a side without orders. Streams 6. */
export function presentBest(
  parameters: MarketParameters,
  { ask, askSize, bid, bidSize }: BestPrices,
): TopicData<"bbo"> {
  return {
    symbol: parameters.symbol,
    ask: ask === 0 ? null : priceOf(parameters, ask),
    askSize: ask === 0 ? null : quantityOf(parameters, askSize),
    bid: bid === 0 ? null : priceOf(parameters, bid),
    bidSize: bid === 0 ? null : quantityOf(parameters, bidSize),
  };
}
