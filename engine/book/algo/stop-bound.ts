// Bounds a triggered order without a price: it trades within the market's `stop_slippage` of the index, so that a stop is not
// sold to the trader who emptied the book, and one that closes waits while nothing rests within that bound. Rules 3.2.

import { mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { E10 } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** From this behaviour on; before, such an order traded within the price range, and once. */
const SINCE = 3;

export function waitsForLiquidity({ behaviour }: State): boolean {
  return behaviour >= SINCE;
}

/** The worst price, in ticks, at which a market order of an algo order may execute; rounded inwards to a tick. */
export function stopBound(state: State, market: Market, side: Side): number {
  const { index, band, parameters } = market;
  const { stopSlippage } = parameters;
  if (side === "BUY") {
    return state.behaviour < SINCE ? band.buyMax : Math.min(band.buyMax, mulDivFloor(index, E10 + stopSlippage, E10));
  }
  return state.behaviour < SINCE ? band.sellMin : Math.max(band.sellMin, mulDivCeil(index, E10 - stopSlippage, E10));
}

/** Whether an order rests that such a market order could meet, visible or hidden, of any account. */
export function hasLiquidity(state: State, market: Market, side: Side): boolean {
  const best = (side === "BUY" ? market.asks : market.bids).best();
  if (best === NONE) return false;
  const price = state.books.levels.price(best);
  const bound = stopBound(state, market, side);
  return side === "BUY" ? price <= bound : price >= bound;
}
