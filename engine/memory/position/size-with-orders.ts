// The largest size that a position could reach by its open orders. Rules 5.3.

import type { Lots } from "../../base/units.ts";

/** The size for which margin with open orders is required: max(|q + B|, |q − A|). Rules 5.3. */
export function sizeWithOrders(quantity: Lots, pendingBuy: Lots, pendingSell: Lots): number {
  return Math.max(Math.abs(quantity + pendingBuy), Math.abs(quantity - pendingSell));
}
