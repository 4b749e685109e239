// The size of a position as it could become by its open orders. Rules 5.3.

/** The size that margin with open orders is asked for: max(|q + B|, |q − A|). Rules 5.3. */
export function sizeWithOrders(quantity: number, pendingBuy: number, pendingSell: number): number {
  return Math.max(Math.abs(quantity + pendingBuy), Math.abs(quantity - pendingSell));
}
