// A trailing stop follows the mark price at a distance. Rules 3.6.

import { mulDivCeil } from "../numbers/arithmetic.ts";
import { E8, type Ticks } from "../units.ts";
import { type AlgoOrder, isReached } from "./algo-order.ts";

/** Whether a mark price activates it: at once without an activation price. */
export function activates(order: AlgoOrder, mark: number): boolean {
  if (order.isActivated) return false;
  return order.activatedPrice === 0 || isReached(order.side === "SELL", order.activatedPrice, mark);
}

export function activate(order: AlgoOrder, mark: Ticks): void {
  order.isActivated = true;
  order.extremePrice = mark;
}

/** Keeps the best mark since activation. @returns whether the mark has come back from it by the distance */
export function follow(order: AlgoOrder, mark: Ticks): boolean {
  if (!order.isActivated) return false;
  const sell = order.side === "SELL";
  if (sell ? mark > order.extremePrice : mark < order.extremePrice) order.extremePrice = mark;
  const distance = distanceOf(order);
  return isReached(!sell, order.extremePrice + (sell ? -distance : distance), mark);
}

/** Ticks; of a rate, rounded up. */
function distanceOf(order: AlgoOrder): number {
  return order.callbackValue > 0 ? order.callbackValue : mulDivCeil(order.extremePrice, order.callbackRate, E8);
}
