// Prices further from the mark than the market takes orders, mostly because of a digit too few or too many. The venue takes
// a trigger at any price, so wherever a price is entered, the trader has to confirm one that is this far away.

import { decimal, decimalOfDigits, digitsOf, rounded } from "../../format/figure-text.ts";
import type { PublicSession } from "../../session/market/public-session.ts";
import { words } from "../../texts/words.ts";

export interface FarPrice {
  /** Identifies the question: the same price again is the same question, even if the mark has moved meanwhile. */
  readonly price: string;
  readonly question: string;
}

type Venue = Pick<PublicSession, "markets" | "rules">;

/** The first of these prices that is far away; undefined when none is, or while the market's mark price is unknown. */
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

/** The same for a figure of the venue. */
export function farFigure(venue: Venue, symbol: string, price: number): FarPrice | undefined {
  return farPrice(venue, symbol, [digitsOf(price)]);
}

const PRICES = new Set(["order_price", "price", "trigger_price", "activated_price"]);

/** Every price in a request that places or changes an order, including those of its legs. */
export function pricesIn(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap((leg: object) => pricesIn(leg));
    return PRICES.has(name) && value !== undefined && value !== null ? [String(value)] : [];
  });
}
