// The worst price at which an order is expected to execute, at which its margin is computed. Rules 5.4, 5.9 (1).

import type { Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** In ticks. `price`: the order's limit, 0 when it has none. */
export function referencePrice(state: State, market: Market, side: Side, price: Ticks): Ticks {
  const { books } = state;
  if (price === 0) return books.bestVisible(side === "BUY" ? market.asks : market.bids) || market.mark;
  return side === "BUY" ? price : Math.max(price, books.bestVisible(market.bids));
}
