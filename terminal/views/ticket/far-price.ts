// Prices further from the mark than their market takes orders: a digit too few or too many, most of the time. The venue
// takes a trigger at any price, so a trader who wants one so far away is asked once more, wherever a price is given.

import { decimal, decimalOfDigits, digitsOf, rounded } from "../../format/decimal.ts";
import type { PublicSession } from "../../session/market/public-session.ts";
import { words } from "../../texts/words.ts";

export interface FarPrice {
  /** What is asked about: the same price again is the same question, whatever the mark has done meanwhile. */
  readonly price: string;
  readonly question: string;
}

type Venue = Pick<PublicSession, "markets" | "rules">;

/** The first of these prices of a market that is so far away; none while the market's mark price is not known. */
export function farPrice(
  { markets, rules }: Venue,
  symbol: string,
  prices: readonly (string | undefined)[],
): FarPrice | undefined {
  const mark = markets.of(symbol).get()?.mark_price;
  const scope = rules.get().get(symbol)?.price_scope;
  if (mark === undefined || mark === 0 || scope === undefined) return undefined;
  for (const price of prices) {
    if (price === undefined || price === "") continue;
    const distance = Number(price) / mark - 1;
    if (Math.abs(distance) <= scope) continue;
    const percent = decimal(rounded(Math.abs(distance) * 100, 1));
    const question = words.common.farPrice(decimalOfDigits(price), percent, distance > 0, decimal(mark));
    return { price, question };
  }
  return undefined;
}

/** As a figure of the venue. */
export function farFigure(venue: Venue, symbol: string, price: number): FarPrice | undefined {
  return farPrice(venue, symbol, [digitsOf(price)]);
}

const PRICES = new Set(["order_price", "price", "trigger_price", "activated_price"]);

/** Every price in what places or changes an order, of its legs too. */
export function pricesIn(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap((leg: object) => pricesIn(leg));
    return PRICES.has(name) && value !== undefined && value !== null ? [String(value)] : [];
  });
}
