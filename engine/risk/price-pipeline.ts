// What new prices set off in a market: liquidation first, so that no stop fires on an account that is already below maintenance
// at this price; then cancels out of range and algo orders. Rules 0.3, 11.1. While a market is paused its positions count in
// the liquidation of accounts with other markets, and nothing else happens; when the pause ends, all of it happens once.

import { NONE } from "../base/storage/int-map.ts";
import type { Ticks } from "../base/units.ts";
import { fireAlgoOrders, waitsForOrders } from "../book/algo-entry/triggers.ts";
import { cancelResting } from "../book/orders/open-orders.ts";
import type { Listener } from "../language/events/events.ts";
import type { Ladder } from "../memory/market/ladder.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { isPaused } from "../permissions/trading-state.ts";
import { checkMarket } from "./liquidation/liquidation-checks.ts";

/** From this behaviour on, a move of the index and an algo order that waits for liquidity make the pipeline due as well. */
const SINCE = 3;

export type Prices = Pick<Market, "mark" | "index">;

export function pricesOf({ mark, index }: Market): Prices {
  return { mark, index };
}

/** Whether the pipeline has to run at the present prices, given the prices `before`. Rules 0.3. */
export function isPipelineDue(state: State, market: Market, before: Prices): boolean {
  if (market.pipelineDue || market.mark !== before.mark) return true;
  return state.behaviour >= SINCE && (market.index !== before.index || waitsForOrders(state, market));
}

export function runPipeline(state: State, market: Market, out: Listener): void {
  market.pipelineDue = false;
  checkMarket(state, market, out);
  if (isPaused(state, market)) return;
  cancelOutOfRange(state, market, out);
  fireAlgoOrders(state, market, out);
}

/** Runs after a command that may have ended a pause: symbols ascending. */
export function runDuePipelines(state: State, out: Listener): void {
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    if (market.pipelineDue) runPipeline(state, market, out);
  }
}

/** Cancels resting orders that are now beyond the price range on the aggressive side, by ascending id. */
export function cancelOutOfRange(state: State, market: Market, out: Listener): void {
  const { buyMax, sellMin } = market.band;
  const gone = [
    ...ordersWhile(state, market.bids, (price) => price > buyMax),
    ...ordersWhile(state, market.asks, (price) => price < sellMin),
  ];
  gone.sort((a, b) => state.orders.orderId(a) - state.orders.orderId(b));
  for (const order of gone) cancelResting(state, order, "PRICE_RANGE", out);
}

function ordersWhile(state: State, ladder: Ladder, reaches: (price: Ticks) => boolean): number[] {
  const found: number[] = [];
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(state.books.levels.price(level))) {
    if (!reaches(state.books.levels.price(level))) break;
    for (let order = state.books.levels.head(level); order !== NONE; order = state.orders.next(order))
      found.push(order);
  }
  return found;
}
