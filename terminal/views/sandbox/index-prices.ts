// Index prices that the sandbox is asked for. They are wishes: what follows from them, the venue says.

import { digitsOf } from "../../format/decimal.ts";

/** Places of an index price. */
const PLACES = 8;
/** So far beyond a liquidation price that the mark price, which follows the index, gets there too. */
const BEYOND_PERCENT = 1;

/** @returns the price moved by percent, as the venue takes it */
export function movedPrice(price: number, byPercent: number): string {
  return digitsOf(Number(((price * (100 + byPercent)) / 100).toFixed(PLACES)));
}

/** @param size signed as a position's: a long is liquidated below, a short above */
export function beyondLiquidation(liquidationPrice: number, size: number): string {
  return movedPrice(liquidationPrice, size > 0 ? -BEYOND_PERCENT : BEYOND_PERCENT);
}
