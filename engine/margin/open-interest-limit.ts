// The cap on open interest: orders that could raise it beyond are refused, closing is always allowed. Rules 4.7.

import type { LiveMarket } from "../market/live-market.ts";
import { decimalText } from "../numbers/arithmetic.ts";
import { type Rejection, rejection } from "../rejections.ts";
import { notionalAtMark } from "./margin.ts";

/**
 * @param lots of an order on its side, `held` on its row
 * @param freed lots of the order that this one takes the place of: an amendment that opens no more passes at the cap
 */
export function checkOpenInterest(
  market: LiveMarket,
  buy: boolean,
  held: number,
  lots: number,
  freed: number,
): Rejection | null {
  const closable = Math.max(0, buy ? -held : held);
  const opening = Math.max(0, lots - closable);
  const value = notionalAtMark(market, market.openInterest + opening);
  const opensMore = opening > Math.max(0, freed - closable);
  if (!opensMore || value <= market.parameters.globalMaxOiCap) return null;
  return rejection("open_interest_limit", {
    open_interest: decimalText(value, 6),
    limit: decimalText(market.parameters.globalMaxOiCap, 6),
  });
}
