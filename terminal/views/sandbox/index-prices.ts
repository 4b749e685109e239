// Index prices to request from the sandbox. Only their consequences at the venue count.

import { quantisePrice } from "@evermark/client";
import { digitsOf } from "../../format/figure-text.ts";

/** Decimal places of an index price. */
const PLACES = 8;
/** How far beyond a liquidation price the index goes, so that the mark price, which follows it, gets there too. */
const BEYOND_PERCENT = 1;

/** @returns the price moved by a percentage, as the venue takes it */
export function movedPrice(price: number, byPercent: number): string {
  return digitsOf(Number(((price * (100 + byPercent)) / 100).toFixed(PLACES)));
}

/**
 * The next price on the market's tick that is far enough; undefined when that would not be positive.
 * @param size signed like a position: a long is liquidated below, a short above
 */
export function beyondLiquidation(
  rule: { readonly quote_tick: number },
  liquidationPrice: number,
  size: number,
): string | undefined {
  const [percent, rounding] = size > 0 ? ([-BEYOND_PERCENT, "down"] as const) : ([BEYOND_PERCENT, "up"] as const);
  const price = quantisePrice(rule, movedPrice(liquidationPrice, percent), rounding);
  return Number(price) > 0 ? price : undefined;
}
