// Finds the engine's number of a market by its symbol on the wire. Errors 7.

import type { Venue } from "../../venue.ts";
import { type ApiError, invalid } from "../../wire/api-error.ts";

/** @throws {ApiError} -1005 when the symbol is not listed */
export function marketOf(venue: Venue, symbol: string): number {
  const market = venue.engine.findMarket(symbol);
  if (market < 0) throw unknownSymbol(symbol);
  return market;
}

export function unknownSymbol(symbol: string): ApiError {
  return invalid(`invalid symbol ${symbol}`);
}

/** As `marketOf`, for a filter that may be absent. */
export function marketFilter(venue: Venue, symbol: string | undefined): number | undefined {
  return symbol === undefined ? undefined : marketOf(venue, symbol);
}

/** Every market's number, in the order of listing. */
export function allMarkets(venue: Venue): number[] {
  return Array.from({ length: venue.engine.marketCount }, (_, market) => market);
}
