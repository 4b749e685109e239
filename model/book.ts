// The book as a list that is sorted anew for every question, and the end of an order. Rules 2.2 to 2.5, 2.8.

import type { CancelReason, MarginMode } from "@evermark/engine";
import { mirrorOrder } from "./algo-mirror.ts";
import { divideCeil, divideFloor, greatest, least } from "./exact.ts";
import type { NaiveReports } from "./reports.ts";
import { type NaiveMarket, type NaiveOrder, type NaiveState, visibleRemaining } from "./state.ts";

const RATE = 10_000_000_000n;

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

/** Ends an order. It may be on the book or still incoming. */
export function cancel(state: NaiveState, order: NaiveOrder, reason: CancelReason, reports: NaiveReports): void {
  state.open = state.open.filter((each) => each.id !== order.id);
  order.status = "CANCELLED";
  order.reason = reason;
  order.updatedAt = state.now;
  reports.cancelled(state, order);
  mirrorOrder(state, reports, order, "cancelled");
}

/** By ascending id; `market` -1 for all. */
export function openOrders(state: NaiveState, account: number, market: number): NaiveOrder[] {
  return state.open
    .filter((order) => order.account === account && (market < 0 || order.market === market))
    .sort((a, b) => a.id - b.id);
}

/** Ends everything that an account has open, or only what is of one market or mode; `market` -1, `mode` "" for all. */
export function cancelOrdersOf(
  state: NaiveState,
  reports: NaiveReports,
  account: number,
  market: number,
  mode: MarginMode | "",
  reason: CancelReason,
): void {
  for (const order of openOrders(state, account, market)) {
    // One cancellation may have brought about another.
    const isOpen = state.open.some((each) => each.id === order.id);
    if (isOpen && (mode === "" || order.marginMode === mode)) cancel(state, order, reason, reports);
  }
}

/** Best visible price against which a price would trade, moved one tick away: rules 2.5. */
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
