// The price of a quote: the middle one of bid, ask and last, or none. Rules 6.1.

import type { Quote } from "../frames/quote.ts";
import { apartPpm, middleOf, readPrice } from "./exact-price.ts";

/** A price in 10⁻¹⁸ of the quote's currency, or why there is none. */
export type QuotePrice =
  | { readonly price: bigint; readonly nothing?: never }
  | { readonly nothing: string; readonly price?: never };

/** @param spreadMaxPpm the largest spread between bid and ask, in millionths of the bid */
export function worthOf(quote: Quote, spreadMaxPpm: number): QuotePrice {
  const [bid, ask, last] = [quote.bid, quote.ask, quote.last].map(said);
  if (bid === undefined && ask === undefined) {
    return last === undefined ? { nothing: "no price in its message" } : onlyLast(last);
  }
  if (bid === undefined || ask === undefined) return { nothing: "one side of its book is empty" };
  if (bid === BAD || ask === BAD || last === BAD) return { nothing: "a price that can't be read" };
  if (bid > ask) return { nothing: "crossed book" };
  if (apartPpm(bid, ask) > spreadMaxPpm) return { nothing: "spread too wide" };
  return { price: middleOf(last === undefined ? [bid, ask] : [bid, ask, last]) };
}

const BAD = Symbol("no price");

/** Undefined where the message has no value. Venues write an empty side as 0 or leave it empty. */
function said(raw: unknown): bigint | typeof BAD | undefined {
  if (raw === undefined || raw === null || raw === 0) return undefined;
  if (typeof raw === "string" && /^0*(\.0*)?$/.test(raw)) return undefined;
  return readPrice(raw) ?? BAD;
}

function onlyLast(last: bigint | typeof BAD): QuotePrice {
  return last === BAD ? { nothing: "a price that can't be read" } : { price: last };
}
