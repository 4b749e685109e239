// The cap on open interest: orders that could raise it above the cap are refused, closing is always allowed. Rules 4.7.

import { microsText } from "../../base/numbers/arithmetic.ts";
import type { Lots } from "../../base/units.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Market } from "../../memory/market/market.ts";
import { notionalAtMark } from "./margin.ts";

/**
 * How many of `lots` on one side of a row open beyond closing it. The other open orders on that side count as closing
 * first, whatever the order of arrival.
 * @param held the row's position, signed
 * @param others lots of the other open orders on that side
 */
export function openedBy(buy: boolean, held: Lots, others: number, lots: Lots): number {
  const closable = Math.max(0, buy ? -held : held);
  return Math.max(0, others + lots - closable) - Math.max(0, others - closable);
}

/** @param before what the order that this one replaces opens: an amendment that opens no more passes at the cap */
export function checkOpenInterest(market: Market, opening: Lots, before: number): Rejection | null {
  const value = notionalAtMark(market, market.openInterest + opening);
  if (opening <= before || value <= market.parameters.globalMaxOiCap) return null;
  return rejection("open_interest_limit", {
    open_interest: microsText(value),
    limit: microsText(market.parameters.globalMaxOiCap),
  });
}
