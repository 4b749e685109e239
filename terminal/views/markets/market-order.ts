// The order of the list of markets: matches of the search, favourites first, sorted by a figure.

import { difference } from "../../format/exact.ts";
import { baseOf, marketName } from "../../format/market-name.ts";
import type { MarketSnapshot } from "../../session/asking/answers.ts";

export const SORTS = ["name", "last", "change", "volume", "interest", "funding"] as const;
export type SortBy = (typeof SORTS)[number];

export interface MarketSorting {
  readonly by: SortBy;
  readonly isDescending: boolean;
}

/** The change of a price in 24 hours: the exact amount, and the fraction. */
export function priceChange(last: number, open: number): { readonly amount: number; readonly fraction: number } {
  return { amount: difference(last, open), fraction: open === 0 ? 0 : (last - open) / open };
}

/** Open interest in USDC, for comparing markets: only for abbreviated figures. */
export function interestValue({ open_interest, mark_price }: MarketSnapshot): number {
  return open_interest * mark_price;
}

const FIGURES: Readonly<Record<Exclude<SortBy, "name">, (market: MarketSnapshot) => number>> = {
  last: (market) => market["24h_close"],
  change: (market) => priceChange(market["24h_close"], market["24h_open"]).fraction,
  volume: (market) => market["24h_amount"],
  interest: interestValue,
  funding: (market) => market.est_funding_rate,
};

interface Listing {
  /** In the venue's order. */
  readonly symbols: readonly string[];
  readonly marketOf: (symbol: string) => MarketSnapshot | undefined;
  readonly favourites: readonly string[];
  readonly favouritesOnly: boolean;
  readonly search: string;
  readonly sorting: MarketSorting;
}

/** The symbols to show, in their order: favourites first, ties by name, markets without figures last. */
export function listed({ symbols, marketOf, favourites, favouritesOnly, search, sorting }: Listing): string[] {
  const { by, isDescending } = sorting;
  const favoured = new Set(favourites);
  const direction = isDescending ? -1 : 1;
  const byName = (a: string, b: string) => (baseOf(a) < baseOf(b) ? -1 : baseOf(a) > baseOf(b) ? 1 : 0);
  const byFigure = (a: string, b: string) => {
    if (by === "name") return direction * byName(a, b);
    const [first, second] = [marketOf(a), marketOf(b)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return direction * (FIGURES[by](first) - FIGURES[by](second)) || byName(a, b);
  };
  return symbols
    .filter((symbol) => isFound(symbol, search) && (!favouritesOnly || favoured.has(symbol)))
    .sort((a, b) => Number(favoured.has(b)) - Number(favoured.has(a)) || byFigure(a, b));
}

function isFound(symbol: string, search: string): boolean {
  const wanted = search
    .trim()
    .toUpperCase()
    .replaceAll(/[\s/_-]+/g, "-");
  return marketName(symbol).includes(wanted) || symbol.replaceAll("_", "-").includes(wanted);
}

/** The sorting after a press on a column: figures start descending, names ascending; another press reverses it. */
export function sortedBy(by: SortBy, now: MarketSorting): MarketSorting {
  return { by, isDescending: now.by === by ? !now.isDescending : by !== "name" };
}
