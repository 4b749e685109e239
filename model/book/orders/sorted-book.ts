// The book as a list that is sorted again for every question. Rules 2.2 to 2.5.

import { divideCeil, divideFloor, greatest, least } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { type NaiveOrder, visibleRemaining } from "../../state/records/naive-order.ts";

/** Best first: better price, then earlier priority. Rules 2.3. */
export function sideOfBook(state: NaiveState, market: number, side: "BUY" | "SELL"): NaiveOrder[] {
  const better = side === "BUY" ? -1 : 1;
  return state.open
    .filter((order) => order.market === market && order.side === side)
    .sort((a, b) => Number(a.price - b.price) * better || a.priority - b.priority);
}

/** The visible prices of a side with their quantities, best first, in 10⁻⁸. */
export function visibleLevels(
  state: NaiveState,
  market: number,
  side: "BUY" | "SELL",
): { price: bigint; quantity: bigint }[] {
  const levels: { price: bigint; quantity: bigint }[] = [];
  for (const order of sideOfBook(state, market, side)) {
    const quantity = visibleRemaining(order);
    if (quantity === 0n) continue;
    const level = levels.find((each) => each.price === order.price);
    if (level === undefined) levels.push({ price: order.price, quantity });
    else level.quantity += quantity;
  }
  return levels;
}

export function bestVisible(state: NaiveState, market: number, side: "BUY" | "SELL"): bigint | null {
  return visibleLevels(state, market, side)[0]?.price ?? null;
}

export function opposite(side: "BUY" | "SELL"): "BUY" | "SELL" {
  return side === "BUY" ? "SELL" : "BUY";
}

/** The worst price a market order may trade at. Rules 2.2. `slippage` in 10⁻⁸, 0 for none. */
export function marketBound(state: NaiveState, market: NaiveMarket, side: "BUY" | "SELL", slippage: bigint): bigint {
  const { quoteTick: tick, priceRange } = market.parameters;
  const best = slippage === 0n ? null : bestVisible(state, market.number, opposite(side));
  if (side === "BUY") {
    const byRange = divideFloor(market.mark * (RATE + priceRange), RATE * tick) * tick;
    if (best === null) return byRange;
    return least(byRange, divideFloor(best * (100_000_000n + slippage), 100_000_000n * tick) * tick);
  }
  const byRange = divideCeil(market.mark * (RATE - priceRange), RATE * tick) * tick;
  if (best === null) return byRange;
  return greatest(byRange, divideCeil(best * (100_000_000n - slippage), 100_000_000n * tick) * tick);
}

/** By ascending id; `market` -1 for all. */
export function openOrders(state: NaiveState, account: number, market: number): NaiveOrder[] {
  return state.open
    .filter((order) => order.account === account && (market < 0 || order.market === market))
    .sort((a, b) => a.id - b.id);
}

/** A price that would cross the best visible opposite price moves one tick away from it: rules 2.5. */
export function adjustedPostOnlyPrice(
  state: NaiveState,
  market: NaiveMarket,
  side: "BUY" | "SELL",
  price: bigint,
): bigint {
  const best = bestVisible(state, market.number, opposite(side));
  if (best === null) return price;
  const { quoteTick } = market.parameters;
  // Below the lowest ask there may be no price left; then the order crosses and is cancelled.
  if (side === "BUY") return price >= best ? greatest(best - quoteTick, quoteTick) : price;
  return price <= best ? best + quoteTick : price;
}
