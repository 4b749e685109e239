// A trailing stop follows the price at a distance: a SELL keeps the highest price since its activation, a BUY the lowest, and
// fires when the price has come back from it by the distance. Rules 3.6.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { E8 } from "../../base/units.ts";
import { type AlgoOrder, isReached } from "./algo-order.ts";
import { priceFor, type TriggerPrices } from "./trigger-prices.ts";

/** Whether these prices activate the order; without an activation price, any do. */
export function activates(order: AlgoOrder, prices: TriggerPrices): boolean {
  if (order.isActivated) return false;
  const sell = order.side === "SELL";
  return order.activatedPrice === 0 || isReached(sell, order.activatedPrice, priceFor(prices, sell));
}

export function activate(order: AlgoOrder, prices: TriggerPrices): void {
  order.isActivated = true;
  order.extremePrice = priceFor(prices, order.side === "SELL");
}

/** Keeps the best price since activation. */
export function follow(order: AlgoOrder, prices: TriggerPrices): void {
  if (!order.isActivated) return;
  const sell = order.side === "SELL";
  const best = priceFor(prices, sell);
  if (sell ? best > order.extremePrice : best < order.extremePrice) order.extremePrice = best;
}

/** Whether prices have come back from the best one by the distance. */
export function hasComeBack(order: AlgoOrder, prices: TriggerPrices): boolean {
  if (!order.isActivated) return false;
  const sell = order.side === "SELL";
  const distance = distanceOf(order);
  return isReached(!sell, order.extremePrice + (sell ? -distance : distance), priceFor(prices, !sell));
}

/** Ticks; rounded up when the distance is a rate. */
function distanceOf(order: AlgoOrder): number {
  return order.callbackValue > 0 ? order.callbackValue : mulDivCeil(order.extremePrice, order.callbackRate, E8);
}
