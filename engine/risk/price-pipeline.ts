// What new prices set off in a market: liquidation first, so that no stop fires on an account that is already
// below maintenance at this price. Rules 0.3, 11.1. While a market is paused its positions count in the liquidation of
// others, and nothing else happens; when it goes on, all of it happens once.

import { NONE } from "../base/storage/int-map.ts";
import type { Ticks } from "../base/units.ts";
import { fireAlgoOrders, waitsForOrders } from "../book/algo-entry/triggers.ts";
import { cancelResting } from "../book/orders/open-orders.ts";
import type { Listener } from "../language/events/events.ts";
import type { Ladder } from "../memory/market/ladder.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { isPaused } from "../standing/trading-state.ts";
import { checkMarket } from "./liquidation/liquidation-checks.ts";

/** From this behaviour on a move of the index counts as well, and an algo order that waits for liquidity. */
const SINCE = 3;

export type Prices = Pick<Market, "mark" | "index">;

export function pricesOf({ mark, index }: Market): Prices {
  return { mark, index };
}

/** Whether anything may follow from the prices as they are, given what they were. Rules 0.3. */
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

/** After a command that let markets go on: symbols ascending. */
export function runDuePipelines(state: State, out: Listener): void {
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    if (market.pipelineDue) runPipeline(state, market, out);
  }
}

/** Resting orders that the mark price has left behind on the aggressive side, by ascending id. */
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
