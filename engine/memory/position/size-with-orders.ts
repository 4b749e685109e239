// The size of a position as it could become by its open orders. Rules 5.3.

import type { Lots } from "../../base/units.ts";

/** The size that margin with open orders is asked for: max(|q + B|, |q − A|). Rules 5.3. */
export function sizeWithOrders(quantity: Lots, pendingBuy: Lots, pendingSell: Lots): number {
  return Math.max(Math.abs(quantity + pendingBuy), Math.abs(quantity - pendingSell));
}
